import type { JudgingState } from '../../admin/schemas/server.js';
import { type Exchange, headerOf } from '../../exchange/exchange.js';
import { learnSecrets } from '../../exchange/record-exchange.js';
import { Redactor } from '../../exchange/redactor.js';
import type { RequestLogEntry } from '../../server/server-log.js';
import type { PlanName } from '../../spec/plans.js';
import { oneLine } from '../../spec/quoting.js';
import { TrafficJudge } from '../traffic-judge.js';
import { HarFile, type HarFileOptions, type HarHandle, type HarReport } from './har-file.js';
import { Intake } from './intake.js';
import {
  type IncompleteCounts,
  type JudgingReport,
  LiveJudging,
  missingPart,
  NONE_INCOMPLETE,
  type Tally,
} from './live-judging.js';
import type { MissedSecret } from './missed-secrets.js';
import type { WireExchange } from './wire-exchange.js';

/** Judges, logs and records the exchanges that pass. */
export interface Observer {
  add(exchange: WireExchange): void;
  /** How far it is behind. */
  judging(): JudgingState;
  /** Judges and writes what is left; resolves with the summary. */
  finish(): Promise<ObserverSummary>;
}

/** Plain data, which can be sent to a thread. */
export interface ObserverOptions {
  /** Base URL of the upstream, without a trailing slash. */
  readonly upstreamUrl: string;
  readonly plan: PlanName | undefined;
  readonly isExclusive: boolean;
  /** Where to record; `handle` is that of an empty file. */
  readonly har: (Pick<HarFileOptions, 'creator' | 'file'> & { readonly handle: HarHandle }) | undefined;
}

/**
 * What an observer reports while traffic passes. `behind`: there is no room for more exchanges, until it has `caught-up`; `stopped`: its
 * thread has died, and nothing more is judged or recorded.
 */
export type ObserverReport =
  | { readonly kind: 'exchange'; readonly entry: RequestLogEntry }
  | JudgingReport
  | HarReport
  | { readonly kind: 'behind'; readonly waiting: number }
  | { readonly kind: 'caught-up'; readonly unjudged: number }
  | { readonly kind: 'stopped' };

export type Report = (report: ObserverReport) => void;

export interface ObserverSummary extends IncompleteCounts {
  readonly exchanges: number;
  /** Those that passed too fast to be judged. */
  readonly unjudged: number;
  readonly violations: readonly Tally[];
  readonly manners: readonly Tally[];
  readonly har: { readonly written: number; readonly missed: number } | undefined;
  /** Judging stopped, and so many exchanges were not judged because of that; missing if it did not stop. */
  readonly stopped?: { readonly lost: number };
}

/** The progress of an observer. */
export interface ObserverProgress {
  readonly summary: ObserverSummary;
  /** How many exchanges wait to be judged. */
  readonly pending: number;
}

/** Creates an observer in this thread. Rejects if the recording cannot be started. */
export async function createObserver(options: ObserverOptions, report: Report): Promise<LocalObserver> {
  const redactor = new Redactor();
  const { upstreamUrl: baseUrl, har } = options;
  const file = har && (await HarFile.start(har.handle, { ...har, baseUrl, redactor, report }));
  return new LocalObserver(options, report, redactor, file);
}

class LocalObserver implements Observer {
  readonly #report: Report;
  readonly #redactor: Redactor;
  readonly #har: HarFile | undefined;
  readonly #judge: TrafficJudge;
  readonly #judging: LiveJudging;
  readonly #intake: Intake;
  readonly #incomplete = { ...NONE_INCOMPLETE };
  #missed = 0;

  constructor(options: ObserverOptions, report: Report, redactor: Redactor, har: HarFile | undefined) {
    const { upstreamUrl: baseUrl, plan, isExclusive } = options;
    this.#report = report;
    this.#redactor = redactor;
    this.#har = har;
    this.#judge = new TrafficJudge({ baseUrl, plan, isExclusive, redactor });
    this.#judging = new LiveJudging(this.#judge, report);
    this.#intake = new Intake(
      (exchange) => this.#record(exchange),
      (bug) => report({ kind: 'bug', bug }),
    );
  }

  add(exchange: WireExchange): void {
    if (this.#intake.add(exchange)) return;
    this.#missed += 1;
    // An earlier one may contain its secrets.
    learnSecrets(exchange, this.#redactor);
  }

  /** Learns the secrets of exchanges that are not recorded: earlier ones may contain them. */
  learn(secrets: readonly MissedSecret[]): void {
    for (const [text, kind] of secrets) this.#redactor.nameOf(text, kind);
  }

  judging(): JudgingState {
    const { summary, pending } = this.progress();
    return { waiting: this.#intake.waiting + pending, unjudged: summary.unjudged };
  }

  progress(): ObserverProgress {
    const { violations, manners, unjudged, pending } = this.#judging;
    const missed = this.#missed;
    const counts = this.#har?.counts;
    const har = counts && { written: counts.written, missed: counts.missed + missed };
    const exchanges = this.#judge.latest + missed;
    const summary = { exchanges, ...this.#incomplete, unjudged: unjudged + missed, violations, manners, har };
    return { summary, pending };
  }

  async finish(): Promise<ObserverSummary> {
    await this.#intake.settled();
    this.#judging.finish();
    await this.#har?.close();
    return this.progress().summary;
  }

  #record(wire: WireExchange): void {
    const exchange = this.#judge.record(wire);
    const missing = this.#judge.isElsewhere(exchange) ? 'elsewhere' : missingPart(exchange, wire.cutBy);
    if (missing !== undefined) this.#incomplete[missing] += 1;
    this.#report({ kind: 'exchange', entry: logEntry(exchange, wire) });
    this.#har?.add(exchange);
  }
}

/** Returns the log entry of an exchange, without secrets and with all texts on one line. */
function logEntry(
  { number, request, response, failure, startedMs, endedMs }: Exchange,
  { cutBy, responseBytes }: WireExchange,
): RequestLogEntry {
  const { method, url, credential } = request;
  const count = (name: string) => {
    const value = headerOf(response?.headers ?? [], name);
    return value !== undefined && /^\d+$/.test(value) ? value : undefined;
  };
  return {
    exchange: number,
    method: oneLine(method),
    path: oneLine(pathOf(url)),
    status: response?.status,
    failure: failure ?? (cutBy && response?.body.kind === 'missing' ? response.body.why : undefined),
    cutBy,
    // The clock may have been set back meanwhile.
    durationMs: Math.max(0, endedMs - startedMs),
    bytes: response && responseBytes,
    keyAlias: 'name' in credential ? credential.name : undefined,
    remaining: count('X-RateLimit-Remaining'),
    limit: count('X-RateLimit-Limit'),
  };
}

/** Cut from the text: the `#` of a pseudonym does not begin a fragment. */
function pathOf(url: string): string {
  return /^https?:\/\/[^/?]*([^?]*)/.exec(url)?.[1] || '/';
}

/** How long messages between threads are collected: each one wakes the other thread. */
export const BATCH_PAUSE_MS = 20;

/** Messages to the thread of an observer; of exchanges that found no room, their new secrets alone. */
export type ToObserver =
  | { readonly kind: 'exchanges'; readonly batch: readonly WireExchange[]; readonly missed: readonly MissedSecret[] }
  | { readonly kind: 'finish' };

/** Messages from the thread of an observer. */
export type FromObserver =
  | { readonly kind: 'ready'; readonly progress: ObserverProgress }
  | { readonly kind: 'reports'; readonly reports: readonly ObserverReport[]; readonly progress: ObserverProgress }
  | { readonly kind: 'finished'; readonly summary: ObserverSummary };
