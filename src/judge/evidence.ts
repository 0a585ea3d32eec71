import { bySending } from '../exchange/exchange.js';
import type { Level, Transcript } from '../exchange/transcript.js';
import type { PlanName } from '../spec/plans.js';
import { rateLimitHeaderNames } from '../spec/rate-limit-headers.js';
import { Derived, type KnownBodies, type Reading, readExchange } from './reading.js';

/** What the judge knows besides the exchanges. */
export interface JudgeSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly messagesUrl: string | undefined;
  /** How far the run went; undefined for a recording. */
  readonly level: Level | undefined;
  readonly plan: PlanName | undefined;
  /** Nobody else uses this key or store. */
  readonly isExclusive: boolean;
}

/** What rules judge: all exchanges with the service, in order. Gathered once, and shared by all who judge or learn. */
export interface Evidence {
  readonly settings: JudgeSettings;
  /** Exchanges under the base URL or the messages URL; others are ignored. */
  readonly readings: readonly Reading[];
  readonly derived: Derived<Evidence>;
}

export function gatherEvidence({ exchanges }: Transcript, settings: JudgeSettings): Evidence {
  const known: KnownBodies = new Map();
  const readings = exchanges.map((exchange) => readExchange(exchange, settings, known));
  return {
    settings,
    readings: markCopies(readings.filter((reading) => reading !== undefined)),
    derived: new Derived(),
  };
}

/**
 * Marks what a cache gave out again within the second: its `Age` is 0, as it is on what some caches only pass on. But a copy
 * repeats the original response, including its `Date`.
 */
function markCopies(readings: readonly Reading[]): Reading[] {
  const originals = new Set<string>();
  return readings.map((reading) => {
    const { exchange, header, isCached } = reading;
    if (isCached || exchange.request.method !== 'GET' || header('age') === undefined) return reading;
    const mark = [exchange.request.url, ...['Date', ...rateLimitHeaderNames].map(header)].join(' ');
    const isCopy = originals.has(mark);
    originals.add(mark);
    return isCopy ? { ...reading, isCached: true, derived: new Derived() } : reading;
  });
}

/** Returns the settings under which a run was made. */
export function settingsOf({ run }: Transcript): JudgeSettings | undefined {
  return run;
}

/** For `sort`: what was sent first comes first. */
export function readingsBySending(one: Reading, other: Reading): number {
  return bySending(one.exchange, other.exchange);
}
