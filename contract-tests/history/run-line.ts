import type { Difference } from '../../src/compare/comparison.js';
import type { Profile } from '../../src/profile/profile.js';
import { parseRateLimitHeaders } from '../../src/spec/rate-limit-headers.js';
import { headerOf } from '../../src/transcript/exchange.js';
import type { Level, Transcript } from '../../src/transcript/transcript.js';
import type { Report } from '../report/report.js';
import { rulesStanding } from '../report/standing.js';

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
    readonly notRun: number;
  };
  /** Ids of the rules that were broken, waived ones left out. */
  readonly broken: readonly string[];
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
  const { pass, violation, waived, inconclusive, notRun, exitCode, stopped } = report.summary;
  const latency = Object.entries(profile.latency).map(([operation, { p50 }]) => [operation, p50]);
  return {
    version: 1,
    baseUrl: report.target.baseUrl,
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(endedMs).toISOString(),
    level: report.level,
    exitCode,
    counts: { pass, violation, waived, inconclusive, notRun },
    broken: rulesStanding(report.rules, 'violation').map(({ id }) => id),
    stopped,
    requests: report.requests.sent,
    limits: lastLimits(transcript),
    latency: Object.fromEntries(latency),
    changes,
  };
}

/** What the given key was told; a 401 may show limits of its own. */
function lastLimits({ exchanges }: Transcript): RunLine['limits'] {
  const told = exchanges.flatMap(({ request: { credential }, answer }) => {
    if (credential.kind !== 'bearer' || credential.standing !== 'given' || answer?.status === 401) return [];
    return parseRateLimitHeaders({ get: (name) => headerOf(answer?.headers ?? [], name) ?? null }) ?? [];
  });
  const last = told.at(-1);
  return last === undefined ? null : { limit: last.limit, remaining: last.remaining };
}
