import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { Exchange } from '../../exchange/exchange.js';
import { groupBy } from '../../json/group-by.js';
import { isJsonObject, type JsonValue } from '../../json/json.js';
import { arrayOf, object } from '../../json/schema-builders.js';
import type { Profile } from '../profile/profile.js';

/** What a path begins with, in the order in which differences are listed. */
export const pathKinds = ['rule', 'question', 'limit', 'response', 'request'] as const;
export type PathKind = (typeof pathKinds)[number];

export interface Side {
  /** The user's name for it: a URL, a file, `fake`. */
  readonly name: string;
  readonly profile: Profile;
  /** How it violates rules, by rule; a profile from a file does not contain it. */
  readonly violations?: ReadonlyMap<string, readonly SideViolation[]>;
  /** A fake has some headers of its own. */
  readonly isFake?: boolean;
  /** Its exchanges without secrets, by number; a profile from a file does not contain them. */
  readonly exchanges?: ReadonlyMap<number, Exchange>;
}

/** A violation on one side. */
export type SideViolation = Omit<FromSchema<typeof violation>, 'side'>;

const text = { type: 'string' } as const;
const side = { enum: ['left', 'right'] } as const;
const count = { type: 'integer', minimum: 0 } as const;

const violation = object({
  side,
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
      'Permanent: "rule/<id>", "question/<id>", "question/<id>/<member>", "limit/<name>", "response/<operation>/<status>/body", "…/field/<pointer>", "…/header/<name>", "request/<name>/status", "request/<name>/header/<name>", …',
  },
  left: { ...text, description: 'What the left side has, in one line' },
  right: { ...text, description: 'What the right side has, in one line' },
};
const difference = object(fact);

const response = object(
  {
    side,
    exchange: { type: 'integer', minimum: 1, description: 'Its number among those of this side' },
  },
  {
    request: { ...text, description: 'Method and path' },
    sent: { ...text, description: 'Content type and body, shortened' },
    status: { type: ['integer', 'null'], description: 'Null without a response' },
    headers: { ...arrayOf(text), description: 'Those that the difference is about' },
    body: { ...text, description: 'Shortened' },
  },
);

const explained = object(fact, {
  responses: { ...arrayOf(response), description: 'An exchange of each side that shows it, except of a profile' },
  violations: {
    ...arrayOf(violation),
    description: 'How a side violates the rule, each problem once; missing if that side is a profile',
  },
});

const compared = { compared: { ...count, description: 'How many both sides show' }, of: count };

export const comparisonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Comparison of two deployments of the Petstore Inventory Service',
  ...object({
    left: { ...text, description: 'The user’s name for the left side' },
    right: { ...text, description: 'The user’s name for the right side' },
    differences: arrayOf(explained),
    ignored: { ...arrayOf(object(fact)), description: 'Differences that --ignore left out' },
    alike: { ...count, description: 'How many facts both sides share' },
    questions: object({
      ...compared,
      missing: { ...arrayOf(text), description: 'Those that one side shows, and the other was asked, too' },
      notCompared: { ...arrayOf(text), description: 'Other ones that a side does not show' },
    }),
    rules: object(compared),
  }),
} as const satisfies JSONSchema;

/** One fact that two deployments do not share. */
export type Difference = Readonly<FromSchema<typeof difference>>;

/** An exchange of a side that shows a difference. */
export type ShownResponse = Readonly<FromSchema<typeof response>>;

/** The same with what was received. */
export type ExplainedDifference = Readonly<FromSchema<typeof explained>>;

export type Comparison = Readonly<FromSchema<typeof comparisonSchema>>;

export function isComparison(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && ['differences', 'alike', 'left', 'right'].every((name) => name in value);
}

export type DifferenceGroup = ReturnType<typeof groupDifferences>[number];

/** Groups the members of a question, and the same header or field in several kinds of responses: then `path` has asterisks. */
export function groupDifferences(differences: readonly ExplainedDifference[]) {
  return [...groupBy(differences, groupOf)].flatMap(([, [first, ...others]]) => {
    if (first === undefined) return [];
    const tail = OF_PLACE.exec(first.path)?.[1];
    const kinds = first.path.startsWith('request/') ? 'request/*' : 'response/*/*';
    const path = tail !== undefined && others.length > 0 ? `${kinds}/${tail}` : first.path;
    return [{ path, first, others }];
  });
}

const OF_PLACE = /^(?:response\/[^/]+\/[^/]+|request\/[^/]+)\/(.+)$/s;

function groupOf({ path, left, right }: Difference): string {
  const [kind, id] = path.split('/');
  const tail = OF_PLACE.exec(path)?.[1];
  if (tail !== undefined) return JSON.stringify([tail, left, right]);
  return kind === 'question' ? `question/${id}` : path;
}

/** A fact that cannot differ for sure, however many responses show it. */
export const NEVER = Number.POSITIVE_INFINITY;

export class Results {
  readonly differences: Difference[] = [];
  /** The paths that both sides show. */
  readonly compared = new Set<string>();

  /** Compares the texts of a fact; undefined: that side does not show it. */
  compare(path: string, left: string | undefined, right: string | undefined): void {
    if (left === undefined || right === undefined) return;
    this.weigh(path, [left, right], left === right ? undefined : 0);
  }

  /** Adds a difference if the `count` of responses on each side is at least what it `needs`; undefined: both sides are alike. */
  weigh(path: string, [left, right]: readonly [string, string], needs: number | undefined, count = NEVER): void {
    if (needs === NEVER || count < (needs ?? 0)) return;
    this.compared.add(path);
    if (needs !== undefined) this.differences.push({ path, left, right });
  }
}

/** Returns whether one of the given paths is the beginning of a path. `*` stands for any one segment; case is ignored. */
export function ignoreMatcher(ignored: readonly string[]): (path: string) => boolean {
  const segmentsOf = (path: string) => path.trim().replace(/\/$/, '').toLowerCase().split('/');
  const all = ignored.map(segmentsOf);
  return (path) => {
    const segments = segmentsOf(path);
    return all.some((own) => own.every((segment, index) => segment === '*' || segment === segments[index]));
  };
}
