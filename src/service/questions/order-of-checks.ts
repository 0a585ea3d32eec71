/** What is checked of a request, in the order of the fake. */
export const checks = [
  'key',
  'quota',
  'path',
  'method',
  'sunset',
  'pet-id',
  'size',
  'content-type',
  'json',
  'fields',
  'pet',
] as const;

export type Check = (typeof checks)[number];

const needs: { readonly [Later in Check]?: Check } = { json: 'size', fields: 'json', pet: 'pet-id' };

export function orderOf(choice: 'as-listed' | readonly Check[]): readonly Check[] {
  return choice === 'as-listed' ? checks : choice;
}

function isAfter(later: Check, first: Check): boolean {
  const needed = needs[later];
  return needed === first || (needed !== undefined && isAfter(needed, first));
}

/** Returns what is wrong with an order, as the end of a sentence; undefined if every check stands in it once, after what it needs. */
export function findOrderProblem(order: readonly Check[]): string | undefined {
  const missing = checks.find((check) => !order.includes(check));
  if (missing !== undefined) return `lacks ${missing}; each of the ${checks.length} checks must be in it once`;
  const repeated = order.find((check, index) => order.indexOf(check) < index);
  if (repeated !== undefined) return `has ${repeated} twice`;
  const early = order.find((check, index) => order.indexOf(needs[check] ?? check) > index);
  return early && `has ${early} before ${needs[early]}, which it needs`;
}

/** Which checks one request of a run fails at once: at an unknown path, at a known one with another method, at an operation. */
const together: readonly (readonly Check[])[] = [
  ['key', 'path'],
  ['key', 'method', 'pet-id'],
  ['key', 'sunset', 'pet-id'],
  ['key', 'sunset', 'pet'],
  ['key', 'pet-id', 'content-type', 'fields'],
  ['key', 'pet-id', 'content-type', 'json'],
  ['key', 'content-type', 'fields', 'pet'],
  ['key', 'content-type', 'json', 'pet'],
];

/** Two checks, in the order of the fake, of which a response shows which one comes first. */
export interface CheckPair {
  /** Such as `key or path`. */
  readonly name: string;
  readonly checks: readonly [Check, Check];
}

/** Pairs of checks that one request may fail at once. The quota and the size are in none: a run never forces those. */
export const checkPairs: readonly CheckPair[] = checks.flatMap((one, index) =>
  checks
    .slice(index + 1)
    .filter((other) => !isAfter(other, one) && together.some((all) => all.includes(one) && all.includes(other)))
    .map((other) => ({ name: `${one} or ${other}`, checks: [one, other] as const })),
);

/** Returns the order that is nearest to that of the fake, if every first check of these pairs is to come before its second; undefined if none can. */
export function orderWith(pairs: readonly (readonly [first: Check, then: Check])[]): readonly Check[] | undefined {
  const needed = Object.entries(needs).map(([later, first]) => [first, later as Check] as const);
  const all = [...pairs, ...needed];
  const order: Check[] = [];
  while (order.length < checks.length) {
    const next = checks.find(
      (check) => !order.includes(check) && all.every(([first, then]) => then !== check || order.includes(first)),
    );
    if (next === undefined) return undefined;
    order.push(next);
  }
  return order;
}
