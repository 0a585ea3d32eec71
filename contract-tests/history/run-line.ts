import { headerOf } from '../../src/exchange/exchange.js';
import { type Level, levels, type Transcript } from '../../src/exchange/transcript.js';
import type { Difference } from '../../src/fidelity/compare/comparison.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';
import { parseRateLimitHeaders } from '../../src/spec/rate-limit-headers.js';
import { type Report, rulesWithOutcome } from '../report/report.js';

/** One run as a history keeps it, in one line of `runs.jsonl`. Holds no secret. */
export interface RunLine {
  readonly version: 1;
  readonly baseUrl: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly level: Level | null;
  readonly exitCode: 0 | 1 | 3;
  readonly counts: {
    readonly pass: number;
    readonly violation: number;
    readonly waived: number;
    readonly inconclusive: number;
    readonly skipped: number;
  };
  /** Ids of violated rules, except waived ones. */
  readonly violated: readonly string[];
  /** Why the run ended early; null when it did not. */
  readonly stopped: string | null;
  /** How many requests were sent. */
  readonly requests: number;
  /** What the key was told last; null where nothing was. */
  readonly limits: { readonly limit: number; readonly remaining: number } | null;
  /** Median milliseconds by operation. */
  readonly latency: Readonly<Record<string, number>>;
  /** What was different from all that was known before: left before, right now. */
  readonly changes: readonly Difference[];
}

/** All that was found in one run; times in milliseconds since the epoch. */
export interface RunParts {
  readonly report: Report;
  readonly transcript: Transcript;
  readonly profile: Profile;
  readonly changes: readonly Difference[];
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Puts a run into the line that a history keeps. */
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

/** What the given key was told; a 401 may show limits of its own. */
function lastLimits({ exchanges }: Transcript): RunLine['limits'] {
  const told = exchanges.flatMap(({ request: { credential }, response }) => {
    if (credential.kind !== 'bearer' || credential.standing !== 'given' || response?.status === 401) return [];
    return parseRateLimitHeaders({ get: (name) => headerOf(response?.headers ?? [], name) ?? null }) ?? [];
  });
  const last = told.at(-1);
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

/** JSON Schema of a line of `runs.jsonl`. Members that a later version adds are no mistake. */
export const runLineSchema = { type: 'object', required: Object.keys(members), properties: members } as const;
