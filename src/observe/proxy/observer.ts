import { type BoundedRedactor, createBoundedRedactor } from '../../exchange/bounded-redactor.js';
import { type Exchange, headerOf } from '../../exchange/exchange.js';
import type { PlanName } from '../../spec/plans.js';
import { createTrafficJudge } from '../traffic-judge.js';
import { type HarFile, type HarFileOptions, resumeHarFile, startHarFile } from './har-file.js';
import type { HarHandle } from './har-layout.js';
import { createIntake, learnSecrets } from './intake.js';
import {
  countIncomplete,
  type IncompleteCounts,
  type News,
  NONE_INCOMPLETE,
  type Tally,
  watchTraffic,
} from './live-judging.js';
import type { WireExchange } from './wire-exchange.js';

/** Creates of what passes all that is told of it: lines, violations, manners, a recording. */
export interface Observer {
  take(passed: WireExchange): void;
  /** Takes in, judges and writes what is left; returns what there is to tell at the end. */
  finish(): Promise<ObserverSummary>;
}

/** One that can be asked at any time how far it is. */
export interface AskedObserver extends Observer {
  summary(): ObserverSummary;
  /** Gets to know secrets of exchanges that it does not take. */
  learn(secrets: readonly NamedSecret[]): void;
  /** How many exchanges wait to be judged. */
  readonly pending: number;
}

/** Plain data: it goes from thread to thread. */
export interface ObserverOptions {
  /** Base URL of the upstream, without a slash at its end. */
  readonly upstreamUrl: string;
  readonly plan: PlanName | undefined;
  readonly isExclusive: boolean;
  readonly har: RecordingOptions | undefined;
  /** Where it goes on in the place of another observer. */
  readonly earlier?: EarlierTraffic | undefined;
}

/** Where the recording goes. */
export interface RecordingOptions extends Pick<HarFileOptions, 'creator' | 'file'> {
  /** A new file. Left out: another observer has begun the recording, which goes on. */
  readonly handle?: HarHandle | undefined;
}

/** What another observer has seen. */
export interface EarlierTraffic {
  /** The highest number that an exchange may have. */
  readonly latest: number;
  /** In the order that gives them their pseudonyms. */
  readonly secrets: readonly NamedSecret[];
}

/** In the order in which they are told, secrets get the same pseudonyms again. */
export type NamedSecret = readonly [secret: string, kind: 'key' | 'secret'];

/** What an observer has to tell while traffic passes. */
export interface ObserverListener {
  readonly onPassed: (line: ExchangeLogLine) => void;
  readonly onViolation: (news: News) => void;
  readonly onManners: (news: News) => void;
  /** Why nothing more can be recorded. */
  readonly onHarProblem: (problem: string) => void;
  /** Why a secret could not be taken out that may show in the recording. */
  readonly onHarUnclean: (problem: string) => void;
  readonly onBug: (bug: unknown) => void;
}

/** What an observer has seen, all told. */
export interface ObserverSummary extends IncompleteCounts {
  readonly exchanges: number;
  /** Those that passed too fast to be judged. */
  readonly unjudged: number;
  readonly violations: readonly Tally[];
  readonly manners: readonly Tally[];
  readonly har: { readonly written: number; readonly missed: number } | undefined;
  /** How often judging broke down, and how many exchanges were not judged for that; left out where it never did. */
  readonly breakdowns?: { readonly times: number; readonly lost: number };
}

/** Creates an observer. `onSecret` is told each secret that it gets to know. Throws what the first write of the recording throws. */
export async function createObserver(
  options: ObserverOptions,
  listener: ObserverListener,
  onSecret: (...secret: NamedSecret) => void = () => {},
): Promise<AskedObserver> {
  const { upstreamUrl, plan, isExclusive, earlier } = options;
  const { onPassed, onViolation, onManners, onBug } = listener;
  const redactor = createBoundedRedactor(undefined, onSecret);
  const learn = (secrets: readonly NamedSecret[]) => {
    for (const [secret, kind] of secrets) redactor.nameOf(secret, kind);
  };
  learn(earlier?.secrets ?? []);
  const har = options.har && (await openRecording(options.har, upstreamUrl, redactor, listener));
  const judge = createTrafficJudge({ baseUrl: upstreamUrl, plan, isExclusive, redactor, after: earlier?.latest });
  const judging = watchTraffic({ judge, onViolation, onManners, onBug });
  let notWhole = NONE_INCOMPLETE;
  const { origin } = new URL(upstreamUrl);
  const intake = createIntake({
    origin,
    onBug,
    // What is not recorded may send a key that was.
    onMissed: (passed) => learnSecrets(passed, origin, redactor),
    onLive(live, passed) {
      const exchange = judge.record(live);
      notWhole = countIncomplete(notWhole, exchange, passed.cutBy);
      onPassed(toLogLine(exchange, passed));
      har?.add(exchange);
    },
  });
  const summary = (): ObserverSummary => {
    const { missed } = intake;
    return {
      exchanges: judge.latest - (earlier?.latest ?? 0) + missed,
      ...notWhole,
      unjudged: judging.unjudged + missed,
      violations: judging.violations,
      manners: judging.manners,
      har: har && { written: har.written, missed: har.missed + missed },
    };
  };
  return {
    take: intake.add,
    summary,
    learn,
    get pending() {
      return judging.pending;
    },
    async finish() {
      await intake.settled();
      judging.finish();
      await har?.close();
      return summary();
    },
  };
}

function openRecording(
  { handle, ...options }: RecordingOptions,
  baseUrl: string,
  redactor: BoundedRedactor,
  { onHarProblem, onHarUnclean }: ObserverListener,
): Promise<HarFile> {
  const told = { ...options, baseUrl, redactor, onProblem: onHarProblem, onUnclean: onHarUnclean };
  return handle === undefined ? resumeHarFile(told) : startHarFile(handle, told);
}

/** For so long messages are gathered, that threads wake each other seldom. */
export const BATCH_PAUSE_MS = 20;

/** A call of the listener with its only argument. */
export type ListenerCall = readonly [what: keyof ObserverListener, value: unknown];

/** What the thread of an observer is told. */
export type ToObserver =
  | { readonly kind: 'passed'; readonly batch: readonly WireExchange[] }
  | { readonly kind: 'secrets'; readonly secrets: readonly NamedSecret[] }
  | { readonly kind: 'finish' };

/** How far an observer is: what remains of it where it breaks down. */
export interface SeenSoFar {
  readonly summary: ObserverSummary;
  /** How many exchanges wait to be judged. */
  readonly pending: number;
}

/** What it tells; `told` are calls of the listener. */
export type FromObserver =
  | { readonly kind: 'ready' }
  | { readonly kind: 'secret'; readonly secret: NamedSecret }
  | { readonly kind: 'told'; readonly calls: readonly ListenerCall[]; readonly seen: SeenSoFar }
  | { readonly kind: 'finished'; readonly summary: ObserverSummary };

/** One exchange in one line. Holds no secret. */
export interface ExchangeLogLine {
  /** Its number, by which violations name it. */
  readonly exchange: number;
  readonly method: string;
  /** Of the URL, without its query. */
  readonly path: string;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  /** Why no answer came, or not all of one; undefined where all has come. */
  readonly failure: string | undefined;
  /** Who broke off before that. */
  readonly cutBy: WireExchange['cutBy'];
  /** From the request's head to the end of the service's answer, as the recording has it. */
  readonly durationMs: number;
  /** Of the answer's body, as they came. */
  readonly bytes: number;
  /** Such as `key#1`. */
  readonly keyAlias: string | undefined;
  /** What the rate-limit headers say, where they say a number. */
  readonly remaining: string | undefined;
  readonly limit: string | undefined;
}

/** Puts an exchange into a line. */
function toLogLine(
  { number, request, response, failure, startedMs, endedMs }: Exchange,
  { cutBy, responseBytes: answerBytes }: WireExchange,
): ExchangeLogLine {
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
    // Somebody may have set the clock back meanwhile.
    durationMs: Math.max(0, endedMs - startedMs),
    bytes: answerBytes,
    keyAlias: 'name' in credential ? credential.name : undefined,
    remaining: count('X-RateLimit-Remaining'),
    limit: count('X-RateLimit-Limit'),
  };
}

/** Taken from the text: a pseudonym's `#` begins no fragment. */
function pathOf(url: string): string {
  return /^https?:\/\/[^/?]*([^?]*)/.exec(url)?.[1] || '/';
}
