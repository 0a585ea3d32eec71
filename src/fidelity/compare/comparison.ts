import type { JSONSchema } from 'json-schema-to-ts';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import type { Profile } from '../profile/profile.js';

/** What a difference is about. */
export const differenceKinds = ['rule', 'question', 'limit', 'field', 'header', 'response', 'latency'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** One side of a comparison. */
export interface Side {
  /** What the user called it: a URL, a file, `fake`. */
  readonly name: string;
  readonly profile: Profile;
}

/** One thing in which two deployments differ. */
export interface Difference {
  readonly kind: DifferenceKind;
  /**
   * What differs: id of the rule or question, or `listInventory 200 /items/updatedAt`; `errors /traceId` and `answers X-Cache`
   * for what differs alike in all of these. Permanent, so that it can be ignored by name.
   */
  readonly id: string;
  /** What each side has, in one line. */
  readonly left: string;
  readonly right: string;
}

/** What could not be compared, since only one side, or neither, shows it. */
export interface Uncompared {
  readonly kind: DifferenceKind;
  readonly id: string;
  readonly why: string;
}

export interface Comparison {
  readonly left: string;
  readonly right: string;
  readonly differences: readonly Difference[];
  /** Differences that were not to be told. */
  readonly ignored: readonly Difference[];
  /** How many things were compared and are alike, by kind. */
  readonly alike: Readonly<Record<DifferenceKind, number>>;
  readonly uncompared: readonly Uncompared[];
}

/** What became of one thing that was to be compared. */
export type ComparisonItem =
  | { readonly is: 'alike'; readonly kind: DifferenceKind; readonly id: string }
  | ({ readonly is: 'different' } & Difference)
  | ({ readonly is: 'uncompared' } & Uncompared);

export function alike(kind: DifferenceKind, id: string): ComparisonItem {
  return { is: 'alike', kind, id };
}

export function different(kind: DifferenceKind, id: string, left: string, right: string): ComparisonItem {
  return { is: 'different', kind, id, left, right };
}

export function uncompared(kind: DifferenceKind, id: string, why: string): ComparisonItem {
  return { is: 'uncompared', kind, id, why };
}

/** Writes what is so on each side, of which one may have nothing to tell: `left: a; right: b`, or once where both are alike. */
export function formatSides(left: string | undefined, right: string | undefined): string {
  if (left !== undefined && left === right) return `both: ${left}`;
  const parts = [...(left === undefined ? [] : [`left: ${left}`]), ...(right === undefined ? [] : [`right: ${right}`])];
  return parts.join('; ');
}

/** Returns whether a JSON value looks like a comparison, of whatever version. */
export function isComparison(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && ['differences', 'uncompared', 'left', 'right'].every((name) => name in value);
}

const text = { type: 'string' } as const;
const kind = { enum: differenceKinds } as const;

const difference = object({
  kind,
  id: {
    ...text,
    description:
      'Permanent: id of the rule or question, or such as "listInventory 200 /items/updatedAt"; "errors …", "successes …" and "answers …" stand for what differs alike in all of these, "401 …" and "sendMessage …" in all of the status or of the operation',
  },
  left: { ...text, description: 'What the left side has, in one line' },
  right: { ...text, description: 'What the right side has, in one line' },
});

/** JSON Schema of a comparison's JSON. */
export const comparisonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Comparison of two deployments of the Petstore Inventory Service',
  ...object({
    left: { ...text, description: 'As the user called it' },
    right: { ...text, description: 'As the user called it' },
    differences: { type: 'array', items: difference },
    ignored: { type: 'array', items: difference, description: 'Differences that were not to be told' },
    alike: {
      ...object(Object.fromEntries(differenceKinds.map((each) => [each, { type: 'integer', minimum: 0 }] as const))),
      description: 'How many things were compared and are alike',
    },
    uncompared: { type: 'array', items: object({ kind, id: text, why: text }) },
  }),
} as const satisfies JSONSchema;

/** An object that has all of these members and no other. */
function object<Members extends Readonly<Record<string, JSONSchema>>>(properties: Members) {
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false } as const;
}
