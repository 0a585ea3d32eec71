import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Exchange } from '../../exchange/exchange.js';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import { counted } from '../../spec/quoting.js';
import { arrayOf, object } from '../../spec/schema-builders.js';
import type { Profile } from '../profile/profile.js';

/** What a path begins with, in the order in which differences are listed. */
export const pathKinds = ['rule', 'question', 'limit', 'response', 'latency'] as const;
export type PathKind = (typeof pathKinds)[number];

/** One side of a comparison. */
export interface Side {
  /** The user's name for it: a URL, a file, `fake`. */
  readonly name: string;
  readonly profile: Profile;
  /** How it violates rules, by rule; a profile from a file does not contain it. */
  readonly violations?: ReadonlyMap<string, readonly SideViolation[]>;
  /** Its exchanges without secrets, by number; a profile from a file does not contain them. */
  readonly exchanges?: ReadonlyMap<number, Exchange>;
}

/** A violation on one side. `place`: the kind of response that shows it, such as `listInventory/200`; `number`: its exchange. */
export type SideViolation = Omit<FromSchema<typeof violation>, 'side'> & {
  readonly place: string;
  readonly number: number;
};

const text = { type: 'string' } as const;

const violation = object({
  side: { enum: ['left', 'right'] },
  problem: text,
  expected: text,
  received: text,
  pointer: { type: ['string', 'null'], description: 'JSON pointer into the response body' },
  exchange: { ...text, description: 'Its number among those of this side, request and status' },
});

const fact = {
  path: {
    ...text,
    description:
      'Permanent: "rule/<id>", "question/<id>", "question/<id>/<member>", "limit/<name>", "response/<operation>/<status>/body", "…/field/<pointer>", "…/header/<name>", "latency/<operation>"',
  },
  left: { ...text, description: 'What the left side has, in one line' },
  right: { ...text, description: 'What the right side has, in one line' },
};
const cause = { ...text, description: 'Path of the difference that this one follows from' };
export const difference = object(fact, { cause });

const response = object(
  {
    side: { enum: ['left', 'right'] },
    exchange: { type: 'integer', minimum: 1, description: 'Its number among those of this side' },
  },
  {
    note: { ...text, description: 'What a profile from a file concludes from its exchanges' },
    request: { ...text, description: 'Method and path; of a profile from a file without ids' },
    sent: { ...text, description: 'Content type and body, shortened' },
    status: { type: ['integer', 'null'], description: 'Null without a response' },
    headers: { ...arrayOf(text), description: 'Those that the difference is about' },
    body: { ...text, description: 'Shortened' },
  },
);

const explained = object(fact, {
  responses: { ...arrayOf(response), description: 'An exchange of each side that shows it' },
  violations: {
    ...arrayOf(violation),
    description: 'How a side violates the rule, each problem once; missing if that side is a profile',
  },
  cause,
});

const uncompared = object({ path: text, why: text });

const count = { type: 'integer', minimum: 0 } as const;

const questions = object({
  compared: { ...count, description: 'How many open questions both sides show, and none ignores' },
  of: { ...count, description: 'How many there are' },
  notCompared: arrayOf(
    object({
      question: text,
      why: text,
      isAsked: { type: 'boolean', description: 'The level and the options of both sides ask it' },
      isNeeded: { type: 'boolean', description: 'The comparison is incomplete without it' },
    }),
  ),
});

/** JSON Schema of a comparison's JSON. */
export const comparisonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Comparison of two deployments of the Petstore Inventory Service',
  ...object({
    left: { ...text, description: 'The user’s name for the left side' },
    right: { ...text, description: 'The user’s name for the right side' },
    differences: arrayOf(explained),
    ignored: { ...arrayOf(object(fact)), description: 'Differences that --ignore left out' },
    alike: { ...count, description: 'How many facts both sides share' },
    questions,
    rules: object({
      compared: { ...count, description: 'How many rules both sides passed or violated' },
      of: { ...count, description: 'How many a side reports' },
    }),
    uncompared: arrayOf(uncompared),
  }),
} as const satisfies JSONSchema;

/** One fact that two deployments do not share. */
export type Difference = Readonly<FromSchema<typeof difference>>;

/** An exchange of a side that shows a difference. */
export type ShownResponse = Readonly<FromSchema<typeof response>>;

/** The same with what was received, and what it follows from. */
export type ExplainedDifference = Readonly<FromSchema<typeof explained>>;

/** A fact that was not compared, since a side does not show it, or too seldom. */
export type Uncompared = Readonly<FromSchema<typeof uncompared>>;

export type Comparison = Readonly<FromSchema<typeof comparisonSchema>>;

/** Returns ` (2 causes)` if some differences follow from others, else nothing. */
export function causesText(differences: readonly Pick<Difference, 'cause'>[]): string {
  const causes = differences.filter(({ cause }) => cause === undefined).length;
  return causes === differences.length ? '' : ` (${counted(causes, 'cause')})`;
}

/** Returns the first segment of a path. */
export function kindOf({ path }: Pick<Difference, 'path'>): PathKind {
  return pathKinds.find((kind) => path.startsWith(`${kind}/`)) ?? 'response';
}

/** Returns whether a JSON value is a comparison, of whatever version. */
export function isComparison(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && ['differences', 'uncompared', 'left', 'right'].every((name) => name in value);
}
