import type { PlanName } from '../../spec/plans.js';
import { type Exchange, headerOf } from '../../transcript/exchange.js';
import { type BoundedRedactor, createBoundedRedactor } from '../bounded-redactor.js';
import { createTrafficJudge } from '../traffic-judge.js';
import type { HarHandle } from './growing-har.js';
import { type HarFile, type HarFileOptions, resumeHarFile, startHarFile } from './har-file.js';
import { createIntake } from './intake.js';
import { watchTraffic } from './live-judging.js';
import type { News, Tally } from './news.js';
import type { Passed } from './passed.js';

/** Makes of what passes all that is told of it: lines, violations, manners, a recording. */
export interface Observer {
  take(passed: Passed): void;
  /** Takes in, judges and writes what is left; answers what there is to tell at the end. */
  finish(): Promise<ObserverSummary>;
}

/** One that can be asked at any time how far it is. */
export interface AskedObserver extends Observer {
  summary(): ObserverSummary;
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

export type NamedSecret = readonly [secret: string, kind: 'key' | 'secret'];

/** One exchange in one line. Holds no secret. */
export interface PassedLine {
  /** Its number, by which violations name it. */
  readonly exchange: number;
  readonly method: string;
  /** Of the URL, without its query. */
  readonly path: string;
  /** Undefined where no answer came; then `failure` says why. */
  readonly status: number | undefined;
  readonly failure: string | undefined;
  readonly durationMs: number;
  /** Of the answer's body, as they came. */
  readonly bytes: number;
  /** Such as `key#1`. */
  readonly keyAlias: string | undefined;
  /** What the rate-limit headers say, where they say a number. */
  readonly remaining: string | undefined;
  readonly limit: string | undefined;
}

/** What an observer has to tell while traffic passes. */
export interface ObserverListener {
  readonly onPassed: (line: PassedLine) => void;
  readonly onViolation: (news: News) => void;
  readonly onManners: (news: News) => void;
  /** Why nothing more can be recorded. */
  readonly onHarProblem: (problem: string) => void;
  /** Why a secret could not be taken out that may show in the recording. */
  readonly onHarUnclean: (problem: string) => void;
  readonly onBug: (bug: unknown) => void;
}

export interface ObserverSummary {
  readonly exchanges: number;
  /** Those that no service answered. */
  readonly unanswered: number;
  /** Those that passed too fast to be judged. */
  readonly unjudged: number;
  readonly violations: readonly Tally[];
  readonly manners: readonly Tally[];
  readonly har: { readonly written: number; readonly missed: number } | undefined;
  /** How often judging broke down, and how many exchanges were not judged for that; left out where it never did. */
  readonly breakdowns?: { readonly times: number; readonly lost: number };
}

/** Makes an observer. `onSecret` is told each secret that it gets to know. Throws what the first write of the recording throws. */
export async function createObserver(
  options: ObserverOptions,
  listener: ObserverListener,
  onSecret: (...secret: NamedSecret) => void = () => {},
): Promise<AskedObserver> {
  const { upstreamUrl, plan, isExclusive, earlier } = options;
  const { onPassed, onViolation, onManners, onBug } = listener;
  const redactor = createBoundedRedactor(undefined, onSecret);
  for (const [secret, kind] of earlier?.secrets ?? []) redactor.nameOf(secret, kind);
  const har = options.har && (await openRecording(options.har, upstreamUrl, redactor, listener));
  const judge = createTrafficJudge({ baseUrl: upstreamUrl, plan, isExclusive, redactor, after: earlier?.latest });
  const judging = watchTraffic({ judge, onViolation, onManners, onBug });
  let unanswered = 0;
  const intake = createIntake({
    origin: new URL(upstreamUrl).origin,
    onBug,
    onLive(live, passed) {
      const exchange = judge.take(live);
      if (exchange.answer === undefined) unanswered += 1;
      onPassed(lineOf(exchange, passed));
      har?.add(exchange);
    },
  });
  const summary = (): ObserverSummary => {
    const { missed } = intake;
    return {
      exchanges: judge.latest - (earlier?.latest ?? 0) + missed,
      unanswered,
      unjudged: judging.unjudged + missed,
      violations: judging.violations,
      manners: judging.manners,
      har: har && { written: har.written, missed: har.missed + missed },
    };
  };
  return {
    take: intake.add,
    summary,
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

function lineOf({ number, request, answer, failure }: Exchange, { durationMs, answerBytes }: Passed): PassedLine {
  const { method, url, credential } = request;
  const count = (name: string) => {
    const value = headerOf(answer?.headers ?? [], name);
    return value !== undefined && /^\d+$/.test(value) ? value : undefined;
  };
  return {
    exchange: number,
    method,
    path: pathOf(url),
    status: answer?.status,
    failure,
    durationMs,
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
