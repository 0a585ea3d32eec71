import { isGivenKey, rateLimitsOf } from '../../src/exchange/exchange.js';
import { levels, type Transcript } from '../../src/exchange/transcript.js';
import type { Difference } from '../../src/fidelity/compare/comparison.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { type Report, rulesWithOutcome, type Summary } from '../report/report.js';

/** One run in a history: a line of `runs.jsonl`. Contains no secret. */
export interface RunLine extends Pick<Report, 'level'>, Pick<Summary, 'exitCode' | 'stopped'> {
  readonly version: 1;
  readonly baseUrl: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly counts: Pick<Summary, 'pass' | 'violation' | 'waived' | 'inconclusive' | 'skipped'>;
  /** Ids of violated rules, except waived ones. */
  readonly violated: readonly string[];
  /** The number of requests sent. */
  readonly requests: number;
  /** The last limits of the key; null without any. */
  readonly limits: { readonly limit: number; readonly remaining: number } | null;
  /** Median milliseconds by operation. */
  readonly latency: Readonly<Record<string, number>>;
  /** Differences from everything known before the run. */
  readonly changes: readonly Difference[];
}

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

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,3})?Z$' } as const;

const counts = { pass: count, violation: count, waived: count, inconclusive: count, skipped: count };
const change = { path: text, left: text, right: text };

const members = {
  version: { const: 1 },
  baseUrl: text,
  startedAt: time,
  endedAt: time,
  level: { enum: [...levels, null] },
  exitCode: { enum: [0, 1, 3] },
  counts: { type: 'object', required: Object.keys(counts), properties: counts },
  violated: { type: 'array', items: text },
  stopped: { type: ['string', 'null'] },
  requests: count,
  limits: {
    anyOf: [
      { type: 'null' },
      {
        type: 'object',
        required: ['limit', 'remaining'],
        properties: { limit: { type: 'number' }, remaining: { type: 'number' } },
      },
    ],
  },
  latency: { type: 'object', additionalProperties: { type: 'number', minimum: 0 } },
  changes: { type: 'array', items: { type: 'object', required: Object.keys(change), properties: change } },
} as const;

/** JSON Schema of a line of `runs.jsonl`. Accepts members that a later version adds. */
export const runLineSchema = { type: 'object', required: Object.keys(members), properties: members } as const;
