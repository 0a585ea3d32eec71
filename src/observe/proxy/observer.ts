import { type Exchange, headerOf, type RawExchange } from '../../exchange/exchange.js';
import { learnSecrets } from '../../exchange/record-exchange.js';
import { Redactor } from '../../exchange/redactor.js';
import type { PlanName } from '../../spec/plans.js';
import { TrafficJudge } from '../traffic-judge.js';
import { headerPairs } from './forwarded-headers.js';
import { HarFile, type HarFileOptions, type HarHandle } from './har-file.js';
import { createIntake, type Intake, type WireHead } from './intake.js';
import {
  countIncomplete,
  type IncompleteCounts,
  type LiveJudging,
  type News,
  NONE_INCOMPLETE,
  type Tally,
  watchTraffic,
} from './live-judging.js';
import { urlOf, type WireExchange } from './wire-exchange.js';

/** Judges, logs and records the exchanges that pass. */
export interface Observer {
  add(exchange: WireExchange): void;
  /** Judges and writes what is left; resolves with the summary. */
  finish(): Promise<ObserverSummary>;
}

/** Plain data, which can be sent to a thread. */
export interface ObserverOptions {
  /** Base URL of the upstream, without a trailing slash. */
  readonly upstreamUrl: string;
  readonly plan: PlanName | undefined;
  readonly isExclusive: boolean;
  readonly har: RecordingOptions | undefined;
}

/** Where to record; `handle` is that of an empty file. */
interface RecordingOptions extends Pick<HarFileOptions, 'creator' | 'file'> {
  readonly handle: HarHandle;
}

/** What an observer reports while traffic passes. */
export interface ObserverListener {
  readonly onExchange: (line: ObservedLine) => void;
  readonly onViolation: (news: News) => void;
  readonly onManners: (news: News) => void;
  /** Why nothing more can be recorded. */
  readonly onHarProblem: (problem: string) => void;
  /** Why a secret that the recording may contain could not be removed. */
  readonly onHarUnclean: (problem: string) => void;
  readonly onBug: (bug: unknown) => void;
}

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

/** Returns the progress of an observer that has not seen anything. */
export function noProgress({ har }: Pick<ObserverOptions, 'har'>): ObserverProgress {
  const counts = { exchanges: 0, ...NONE_INCOMPLETE, unjudged: 0 };
  return { summary: { ...counts, violations: [], manners: [], har: har && { written: 0, missed: 0 } }, pending: 0 };
}

/** Creates an observer in this thread. Rejects if the recording cannot be started. */
export async function createObserver(options: ObserverOptions, listener: ObserverListener): Promise<LocalObserver> {
  const redactor = new Redactor();
  const { upstreamUrl: baseUrl, har } = options;
  if (har === undefined) return new LocalObserver(options, listener, redactor, undefined);
  const { handle, ...recording } = har;
  const { onHarProblem: onProblem, onHarUnclean: onUnclean } = listener;
  const file = await HarFile.start(handle, { ...recording, baseUrl, redactor, onProblem, onUnclean });
  return new LocalObserver(options, listener, redactor, file);
}

class LocalObserver implements Observer {
  readonly #origin: string;
  readonly #listener: ObserverListener;
  readonly #redactor: Redactor;
  readonly #har: HarFile | undefined;
  readonly #judge: TrafficJudge;
  readonly #judging: LiveJudging;
  readonly #intake: Intake;
  #incomplete = NONE_INCOMPLETE;

  constructor(
    { upstreamUrl, plan, isExclusive }: ObserverOptions,
    listener: ObserverListener,
    redactor: Redactor,
    har: HarFile | undefined,
  ) {
    this.#origin = new URL(upstreamUrl).origin;
    this.#listener = listener;
    this.#redactor = redactor;
    this.#har = har;
    this.#judge = new TrafficJudge({ baseUrl: upstreamUrl, plan, isExclusive, redactor });
    const { onViolation, onManners, onBug } = listener;
    this.#judging = watchTraffic({ judge: this.#judge, onViolation, onManners, onBug });
    this.#intake = createIntake({
      origin: this.#origin,
      onBug,
      onMissed: (exchange) => this.learn(exchange),
      onRaw: (raw, exchange) => this.#record(raw, exchange),
    });
  }

  add(exchange: WireExchange): void {
    this.#intake.add(exchange);
  }

  /** Learns the secrets of an exchange that is not recorded: an earlier one may contain them. */
  learn({ target, requestHeaders, response }: WireHead): void {
    try {
      const request = { url: urlOf(target, this.#origin), headers: headerPairs(requestHeaders) };
      const head = { request, response: response && { headers: headerPairs(response.headers) } };
      learnSecrets(head, this.#redactor);
    } catch (bug) {
      this.#listener.onBug(bug);
    }
  }

  progress(): ObserverProgress {
    const { violations, manners, unjudged, pending } = this.#judging;
    const { missed } = this.#intake;
    const har = this.#har && { written: this.#har.written, missed: this.#har.missed + missed };
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

  #record(raw: RawExchange, wire: WireExchange): void {
    const exchange = this.#judge.record(raw);
    this.#incomplete = countIncomplete(this.#incomplete, exchange, wire.cutBy);
    this.#listener.onExchange(observedLine(exchange, wire));
    this.#har?.add(exchange);
  }
}

/** An exchange in one line, without secrets. */
export interface ObservedLine {
  /** Its number, which findings refer to. */
  readonly exchange: number;
  readonly method: string;
  /** The path of the URL, without the query. */
  readonly path: string;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  /** Why there was no response or not a complete one; undefined if there was. */
  readonly failure: string | undefined;
  /** Who ended the exchange early. */
  readonly cutBy: WireExchange['cutBy'];
  /** From the request's head to the end of the service's response, as in the recording. */
  readonly durationMs: number;
  /** The size of the response body on the wire. */
  readonly bytes: number;
  /** Such as `key#1`. */
  readonly keyAlias: string | undefined;
  /** The numbers in the rate-limit headers. */
  readonly remaining: string | undefined;
  readonly limit: string | undefined;
}

function observedLine(
  { number, request, response, failure, startedMs, endedMs }: Exchange,
  { cutBy, responseBytes }: WireExchange,
): ObservedLine {
  const { method, url, credential } = request;
  const count = (name: string) => {
    const value = headerOf(response?.headers ?? [], name);
    return value !== undefined && /^\d+$/.test(value) ? value : undefined;
  };
  return {
    exchange: number,
    method,
    path: pathOf(url),
    status: response?.status,
    failure: failure ?? (cutBy && response?.body.kind === 'missing' ? response.body.why : undefined),
    cutBy,
    // The clock may have been set back meanwhile.
    durationMs: Math.max(0, endedMs - startedMs),
    bytes: responseBytes,
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

/** A call of a listener with its only argument. */
export type ListenerCall = readonly [method: keyof ObserverListener, argument: unknown];

/** Messages to the thread of an observer. */
export type ToObserver =
  | { readonly kind: 'exchanges'; readonly batch: readonly WireExchange[]; readonly missed: readonly WireHead[] }
  | { readonly kind: 'finish' };

/** Messages from the thread of an observer. */
export type FromObserver =
  | { readonly kind: 'ready' }
  | { readonly kind: 'calls'; readonly calls: readonly ListenerCall[]; readonly progress: ObserverProgress }
  | { readonly kind: 'finished'; readonly summary: ObserverSummary };
