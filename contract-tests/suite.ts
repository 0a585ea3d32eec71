import type { HeaderList } from '../src/exchange/exchange.js';
import type { Level, ReceivedTranscript, RunFacts } from '../src/exchange/transcript.js';
import type { Judgement } from '../src/judge/judge.js';
import type { PlanName } from '../src/service/plans.js';
import type { RestoreLog } from './restore/restore-log.js';
import type { SuiteClock } from './sending/clock.js';
import type { Sender } from './sending/sender.js';

/** What a run may do, and to which deployment. */
export interface SuiteOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Undefined: no messages are sent. Without a trailing slash. */
  readonly messagesUrl: string | undefined;
  readonly apiKey: string;
  readonly level: Level;
  /** Whether the limit is exhausted at level `exhaust`; default true. */
  readonly isExhausting?: boolean | undefined;
  /** Also looks for bounds and texts that the document leaves open, with a separate budget. */
  readonly isLearning?: boolean;
  /** Draws the pet, the values sent and the jitter of waits. */
  readonly seed: number;
  /** An int64 as text; undefined: the seed draws one. */
  readonly petId: string | undefined;
  readonly plan: PlanName | undefined;
  /** Share of the limit that is left to other users of the key, from 0 to 1. */
  readonly reserve: number;
  /** Exceeded only to restore the stock; undefined: the budget of the level. */
  readonly maxRequests: number | undefined;
  /** A run that takes longer is ended, except for restoring the stock; undefined: the time of the level. */
  readonly maxTimeMs: number | undefined;
  /** What this run has of that time, if two runs share it; undefined: all of it. */
  readonly shareMs?: number | undefined;
  /** Nobody else uses this key or store. */
  readonly isExclusive: boolean;
  /** The service is a fake: a PATCH may be sent where a 429 is expected. */
  readonly isFake: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

export type Progress =
  | { readonly kind: 'sent'; readonly sent: number; readonly budget: number; readonly remaining: number | undefined }
  | { readonly kind: 'waiting'; readonly untilMs: number; readonly why: string };

export interface SuiteDependencies {
  readonly sender: Sender;
  readonly clock: SuiteClock;
  /** Returns milliseconds of real time, from any moment on. Moving the clock of a fake takes none. */
  readonly realMs: () => number;
  readonly restoreLog: RestoreLog;
  readonly progress: (progress: Progress) => void;
  /** Returns other headers for each request, by which it is found in logs; undefined: none are sent. */
  readonly traceHeaders?: (() => HeaderList) | undefined;
  /** Aborted by Ctrl-C: the run restores what it can and ends. */
  readonly signal: AbortSignal;
}

/** A plan that did not end before the budget, or the quota that may be used without a wait. */
export interface PartialPlan {
  readonly sent: number;
  readonly planned: number;
  /** A maximum of requests with room for all of it. */
  readonly maxRequests: number;
}

export interface SuiteRun {
  /** Its `run.stopped` says why the run ended early. */
  readonly transcript: ReceivedTranscript & { readonly run: RunFacts };
  /** Of the whole transcript; undefined if it was not judged in the run. */
  readonly judgement: Judgement | undefined;
  readonly leftBehind: string | undefined;
  /** The maximum of requests in the end: reproducing findings has a separate budget. */
  readonly budget: number;
  /** Undefined if everything was sent that was planned. */
  readonly partialPlan: PartialPlan | undefined;
  readonly tookMs: number;
}

/** How the reason begins with which a run ends that gets no responses. */
export const NO_RESPONSE = 'two requests in a row got no response';

/** Ends a run early. The message is the reason, in one line for people. */
export class Stop extends Error {
  override readonly name = 'Stop';
}
