import type { FromSchema } from 'json-schema-to-ts';
import { isGivenKey, rateLimitsOf } from '../../src/exchange/exchange.js';
import { levels, type Transcript } from '../../src/exchange/transcript.js';
import { type Difference, difference } from '../../src/fidelity/compare/comparison.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { arrayOf, object } from '../../src/spec/schema-builders.js';
import { type DeepReadonly, type Report, rulesWithOutcome } from '../report/report.js';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z$' } as const;

const frequency = object({
  rule: text,
  /** The number of runs that violated it, of those that could show it. */
  violated: count,
  runs: count,
  first: time,
  last: time,
});

/** How often a rule was violated lately. */
export type Frequency = DeepReadonly<FromSchema<typeof frequency>>;

const required = {
  version: { const: 1 },
  baseUrl: text,
  startedAt: time,
  endedAt: time,
  level: { enum: [...levels, null] },
  exitCode: { enum: [0, 1, 3] },
  counts: object({ pass: count, violation: count, waived: count, inconclusive: count, skipped: count }),
  /** Ids of violated rules, except waived ones. */
  violated: arrayOf(text),
  stopped: { type: ['string', 'null'] },
  /** The number of requests sent. */
  requests: count,
  /** The last limits of the key; null without any. */
  limits: { anyOf: [{ type: 'null' }, object({ limit: { type: 'number' }, remaining: { type: 'number' } })] },
  /** Median milliseconds by operation. */
  latency: { type: 'object', additionalProperties: { type: 'number', minimum: 0 } },
  /** Differences from everything known before the run. */
  changes: arrayOf(difference),
} as const;

const runLine = object(required, {
  /** Of the rules that are violated or changed. */
  frequencies: arrayOf(frequency),
  /** Requests got no response, and so the run did not pass: `once`, or `again` in two runs or more in a row. */
  unreached: { enum: ['once', 'again'] },
});

/** One run in a history: a line of `runs.jsonl`. Contains no secret. */
export type RunLine = DeepReadonly<FromSchema<typeof runLine>>;

/** JSON Schema of a line of `runs.jsonl`. Accepts members that a later version adds. */
export const runLineSchema: object = JSON.parse(JSON.stringify(runLine), (_, value) => {
  if (value?.additionalProperties === false) delete value.additionalProperties;
  return value;
});

/** The results of one run; times in milliseconds since the epoch. */
export interface RunParts {
  readonly report: Report;
  readonly transcript: Transcript;
  readonly profile: Profile;
  readonly changes: readonly Difference[];
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Returns a run as a line of a history. */
export function runLineOf({ report, transcript, profile, changes, startedMs, endedMs }: RunParts): RunLine {
  const { pass, violation, waived, inconclusive, skipped, exitCode, stopped } = report.summary;
  const latency = Object.entries(profile.latency).map(([operation, { p50 }]) => [operation, p50]);
  return {
    version: 1,
    baseUrl: report.target.baseUrl,
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(endedMs).toISOString(),
    level: report.level,
    exitCode,
    counts: { pass, violation, waived, inconclusive, skipped },
    violated: rulesWithOutcome(report.rules, 'violation').map(({ id }) => id),
    stopped,
    requests: report.requests.sent,
    limits: lastLimits(transcript),
    latency: Object.fromEntries(latency),
    changes,
  };
}

/** Returns the last limits of the given key; a 401 may have its own. */
function lastLimits({ exchanges }: Transcript): RunLine['limits'] {
  const described = exchanges.flatMap(({ request: { credential }, response }) => {
    return isGivenKey(credential) && response?.status !== 401 ? (rateLimitsOf(response) ?? []) : [];
  });
  const last = described.at(-1);
  return last === undefined ? null : { limit: last.limit, remaining: last.remaining };
}
