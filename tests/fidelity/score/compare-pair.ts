import { sampleHeader } from '../../../src/fidelity/learn/learn-responses.js';
import { isNeverImitated } from '../../../src/fidelity/profile/not-imitated.js';
import { isJsonObject, type JsonValue } from '../../../src/json/json.js';
import type { Reading } from '../../../src/judge/reading.js';
import { type OperationId, schemas } from '../../../src/service/petstore.js';
import { leavesOf } from './pet-links.js';
import { type ScoredSide, withoutId, withoutNumbers } from './scored-side.js';

/** What two responses to one request can differ in; `header …` names the header. */
export type Aspect =
  | 'no response'
  | 'status'
  | 'body'
  | 'code'
  | 'text'
  | 'value'
  | 'stock'
  | 'quota'
  | `header ${string}`;

/** What is not compared, since no profile can know it, and where that happened. */
export type Mask = keyof typeof masks;

/** Each mask in words. */
export const masks = {
  clock:
    'values of X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After and RateLimit: the phase of windows that follow no clock',
  random: 'values that differ from response to response: only their form is compared',
  transport: 'Content-Length, Connection and other headers of one transfer',
  texts:
    'texts of errors that a profile never holds: they differ from response to response, came once with a number, or hold a key',
  copies: 'responses that are marked as copies of a cache, which show nothing of the service: they are left out',
  numbers: 'numbers in texts of errors: they belong to their moment',
  values:
    'values of pets, orders and fields that do not repeat the stock or differ from error to error: a profile holds only their form',
  stock: 'the stock, with which the two sides did not begin alike',
  'not imitated': 'headers that no fake imitates: CORS, cookies, validators, and those of caches and of addresses',
} as const;

/** Two responses to one request, and the sides that they come from. */
export interface Pair {
  readonly left: Reading;
  readonly right: Reading;
  readonly sides: readonly [ScoredSide, ScoredSide];
}

/** Returns in what two responses differ; adds to `masked` what was not compared. */
export function compareResponsePair(pair: Pair, masked: (mask: Mask) => void): Aspect[] {
  const { left, right, sides } = pair;
  if (left.status === undefined || right.status === undefined) return ['no response'];
  // All else follows from the status.
  if (left.status !== right.status) return ['status'];
  const charged = sides.map((side, index) => side.chargeOf(index === 0 ? left : right));
  const isQuotaAlike = charged.includes(undefined) || charged[0] === charged[1];
  return [...(isQuotaAlike ? [] : (['quota'] as const)), ...compareHeaders(pair, masked), ...compareBody(pair, masked)];
}

/** Of one connection or one transfer. */
const TRANSPORT = new Set(
  'connection content-encoding content-length keep-alive proxy-connection server-timing te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
const CLOCK = new Set(['x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after', 'ratelimit']);
/** Dates have whole seconds. */
const CLOSE_MS = 3_000;
/** How a fake marks its own responses. */
const OWN = /^x-(?:petstore-)?mock-/;

function compareHeaders({ left, right, sides }: Pair, masked: (mask: Mask) => void): Aspect[] {
  const names = [left, right].flatMap(
    (one) => one.exchange.response?.headers.map(([name]) => name.toLowerCase()) ?? [],
  );
  return [...new Set(names)].flatMap((name): Aspect[] => {
    if (OWN.test(name)) return [];
    if (TRANSPORT.has(name) || isNeverImitated(name)) {
      masked(TRANSPORT.has(name) ? 'transport' : 'not imitated');
      return [];
    }
    const [one, other] = [left.header(name), right.header(name)];
    const isAlike =
      one === undefined || other === undefined || one === other
        ? one === other || (name === 'vary' && (one ?? other) === 'Origin')
        : isHeaderAlike(name, [one, other], { left, right, sides }, masked);
    return isAlike ? [] : [`header ${name}`];
  });
}

function isHeaderAlike(
  name: string,
  values: [string, string],
  { left, right, sides }: Pair,
  masked: (mask: Mask) => void,
) {
  const alike = (form: (value: string, reading: Reading, side: ScoredSide) => string) =>
    form(values[0], left, sides[0]) === form(values[1], right, sides[1]);
  if (CLOCK.has(name)) {
    masked('clock');
    const isAligned = name !== 'x-ratelimit-reset' || sides[0].alignmentOf(left) === sides[1].alignmentOf(right);
    return isAligned && alike((value) => withoutBlanks(value).replace(/\d+/g, '0'));
  }
  if (name === 'date') {
    const ahead = (value: string, { exchange }: Reading) => Date.parse(value) - exchange.endedMs;
    return Math.abs(ahead(values[0], left) - ahead(values[1], right)) < CLOSE_MS;
  }
  if (exactForms[name] !== undefined) return alike(exactForms[name]);
  const isRandom = sides.map((side) => side.isRandom(name));
  const look = (value: string) => sampleHeader([value]);
  if (isRandom[0] && isRandom[1]) {
    masked('random');
    return alike((value) => look(value).kind);
  }
  return false;
}

/** Headers whose values must agree, except for what a profile never holds. */
const exactForms: Readonly<Record<string, (value: string, reading: Reading, side: ScoredSide) => string>> = {
  'content-type': (value) => value.toLowerCase().replaceAll(' ', ''),
  'ratelimit-policy': withoutBlanks,
  'www-authenticate': (value) => value,
  link: (value) => value,
  deprecation: (value) => value,
  sunset: (value) => value,
  // A fake lets every page read its responses.
  vary: (value) => value.replace(/,? *Origin$/, ''),
};

/** Blanks between the parts of a structured field mean nothing (RFC 9651). */
function withoutBlanks(value: string): string {
  return value.replace(/ *([;,]) */g, '$1');
}

function compareBody({ left, right, sides }: Pair, masked: (mask: Mask) => void): Aspect[] {
  const [one, other] = [left.received, right.received];
  if (left.exchange.request.method === 'HEAD') return [];
  if (one.kind !== 'json' || other.kind !== 'json') return one.kind === other.kind ? [] : ['body'];
  const differing: Aspect[] = formOf(one.value) === formOf(other.value) ? [] : ['body'];
  if ((left.status ?? 0) >= 400)
    return [
      ...differing,
      ...compareErrors([one.value, other.value], { left, right, sides }, differing.length === 0, masked),
    ];
  if (differing.length > 0) return differing;
  if (left.operation?.id === 'sendMessage')
    return memberOf(one.value, 'message') === memberOf(other.value, 'message') ? [] : ['text'];
  if (hasOwnFields(one.value, left)) masked('values');
  return compareStock([one.value, other.value], left, sides, masked);
}

/** The fields that the document describes. Pets and orders have none. */
const documented: Readonly<Partial<Record<OperationId | 'error', readonly string[]>>> = {
  listInventory: Object.keys(schemas.InventoryItem.properties),
  updateInventory: Object.keys(schemas.InventoryItem.properties),
  error: Object.keys(schemas.Error.properties),
};

function hasOwnFields(body: JsonValue, { operation, status = 0 }: Reading): boolean {
  const known = documented[status >= 400 || operation === undefined ? 'error' : (operation.id as OperationId)] ?? [];
  return [body].flat().some((item) => !isJsonObject(item) || Object.keys(item).some((name) => !known.includes(name)));
}

function compareStock(
  [one, other]: readonly [JsonValue, JsonValue],
  { operation }: Reading,
  [real, fake]: Pair['sides'],
  masked: (mask: Mask) => void,
): Aspect[] {
  if (operation === undefined || operation.id === 'listOrders') return [];
  const isAlike = real.hasStockOf(fake);
  if (!isAlike) masked('stock');
  if (operation.id === 'getPet') {
    const linked = real.linksIn(one, isAlike);
    return linked.every(([pointer, text]) => leavesOf(other).get(pointer) === text) ? [] : ['stock'];
  }
  return !isAlike || real.stockIn(one) === fake.stockIn(other, real) ? [] : ['stock'];
}

function compareErrors(
  [one, other]: readonly [JsonValue, JsonValue],
  { left, right, sides }: Pair,
  hasSameForm: boolean,
  masked: (mask: Mask) => void,
): Aspect[] {
  const codes: Aspect[] = memberOf(one, 'code') === memberOf(other, 'code') ? [] : ['code'];
  if (hasOwnFields(one, left)) masked('values');
  if (hasSameForm && sides[0].constantsIn(left) !== sides[0].constantsIn(left, isJsonObject(other) ? other : {}))
    codes.push('value');
  const [text, twin] = [memberOf(one, 'message'), memberOf(other, 'message')];
  if (typeof text !== 'string' || typeof twin !== 'string') return text === twin ? codes : [...codes, 'text'];
  const [own, others] = [withoutId(text, left.exchange), withoutId(twin, right.exchange)];
  if (own === others) return codes;
  const isAlike = withoutNumbers(own) === withoutNumbers(others);
  if (!isAlike && !sides[0].isOwnText(text, left)) return [...codes, 'text'];
  masked(isAlike ? 'numbers' : 'texts');
  return codes;
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** Returns the types of a value and of all its parts, in the order of names; items of a list count once. */
function formOf(value: JsonValue): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(formOf))].sort().join('|')}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${formOf(part)}`);
    return `{${members.sort().join(',')}}`;
  }
  if (value === null) return 'null';
  // Exact numbers are objects.
  return typeof value === 'object' ? 'number' : typeof value;
}
