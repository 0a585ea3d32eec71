import type { PlanName } from '../../spec/plans.js';
import { type BoundedRedactor, createBoundedRedactor } from '../bounded-redactor.js';
import { createTrafficJudge } from '../traffic-judge.js';
import { type HarFile, type HarFileOptions, resumeHarFile, startHarFile } from './har-file.js';
import type { HarHandle } from './har-handle.js';
import { createIntake } from './intake.js';
import { learnSecrets } from './learn-secrets.js';
import { watchTraffic } from './live-judging.js';
import type { News, Tally } from './news.js';
import type { Passed } from './passed.js';
import { lineOf, type PassedLine } from './passed-line.js';
import { countNotWhole, NONE_MISSING, type NotWhole } from './wholeness.js';

/** Makes of what passes all that is told of it: lines, violations, manners, a recording. */
export interface Observer {
  take(passed: Passed): void;
  /** Takes in, judges and writes what is left; answers what there is to tell at the end. */
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
  readonly onPassed: (line: PassedLine) => void;
  readonly onViolation: (news: News) => void;
  readonly onManners: (news: News) => void;
  /** Why nothing more can be recorded. */
  readonly onHarProblem: (problem: string) => void;
  /** Why a secret could not be taken out that may show in the recording. */
  readonly onHarUnclean: (problem: string) => void;
  readonly onBug: (bug: unknown) => void;
}

/** What an observer has seen, all told. */
export interface ObserverSummary extends NotWhole {
  readonly exchanges: number;
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
  const learn = (secrets: readonly NamedSecret[]) => {
    for (const [secret, kind] of secrets) redactor.nameOf(secret, kind);
  };
  learn(earlier?.secrets ?? []);
  const har = options.har && (await openRecording(options.har, upstreamUrl, redactor, listener));
  const judge = createTrafficJudge({ baseUrl: upstreamUrl, plan, isExclusive, redactor, after: earlier?.latest });
  const judging = watchTraffic({ judge, onViolation, onManners, onBug });
  let notWhole = NONE_MISSING;
  const { origin } = new URL(upstreamUrl);
  const intake = createIntake({
    origin,
    onBug,
    // What is not recorded may send a key that was.
    onMissed: (passed) => learnSecrets(passed, origin, redactor),
    onLive(live, passed) {
      const exchange = judge.take(live);
      notWhole = countNotWhole(notWhole, exchange, passed.cutBy);
      onPassed(lineOf(exchange, passed));
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
