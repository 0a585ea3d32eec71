import type { Level, Transcript } from '../src/exchange/transcript.js';
import type { PlanName } from '../src/spec/plans.js';
import type { RestoreLog } from './restore/restore-log.js';
import type { SuiteClock } from './sending/clock.js';
import type { Sender } from './sending/sender.js';

type Depth = 'standard' | 'thorough';

/** What a run may do, and to whom. */
export interface SuiteOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Undefined: no message is sent. Without a slash at its end. */
  readonly messagesUrl: string | undefined;
  readonly apiKey: string;
  readonly level: Level;
  readonly depth: Depth;
  /** Whether bounds and texts that the document leaves open are looked for too, with a budget of their own. */
  readonly isLearning?: boolean;
  /** Draws the pet, the values sent and the jitter of waits. */
  readonly seed: number;
  /** An int64 as text; undefined: drawn by the seed. */
  readonly petId: string | undefined;
  readonly plan: PlanName | undefined;
  /** Share of the limit that is left to the key's other users, from 0 to 1. */
  readonly reserve: number;
  /** Never passed; undefined: the budget of the level. */
  readonly maxRequests: number | undefined;
  /** A longer wait ends the run. */
  readonly maxWaitMs: number;
  /** Nobody else uses this key or store. */
  readonly isExclusive: boolean;
  /** The service is a fake whose goodwill costs nothing: a PATCH may be sent where a 429 is expected. */
  readonly isFake: boolean;
  /** Added to every request. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What a run tells while it goes on. */
export type Progress =
  | { readonly kind: 'sent'; readonly sent: number; readonly budget: number; readonly remaining: number | undefined }
  | { readonly kind: 'waiting'; readonly untilMs: number; readonly why: string };

/** Everything that a run needs of the world around it. */
export interface SuiteDependencies {
  readonly sender: Sender;
  readonly clock: SuiteClock;
  readonly restoreLog: RestoreLog;
  readonly progress: (progress: Progress) => void;
  /** Aborted by Ctrl-C: the run restores what it can and ends. */
  readonly signal: AbortSignal;
}

export interface SuiteRun {
  /** `transcript.run` is set; its `stopped` tells why the run ended early. */
  readonly transcript: Transcript;
  /** What a reader must know of the pet that was written to; undefined when all is as it was. */
  readonly leftBehind: string | undefined;
  /** The most requests that could be sent in the end: what confirms a finding, and depth, have budgets of their own. */
  readonly budget: number;
}

/** Ends a run early. The message is the reason, in one line for people. */
export class Stop extends Error {
  override readonly name = 'Stop';
}
