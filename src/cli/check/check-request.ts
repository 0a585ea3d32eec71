import type { JudgeSettings } from '../../judge/evidence.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { Flags } from '../command-flags.js';
import type { Confirm } from './confirm.js';

/** What `check`, `learn` and `restore` get beside their terminal. */
export interface CheckRequest {
  readonly target: string | undefined;
  readonly flags: Flags;
  readonly version: string;
  readonly confirm: Confirm;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Told, once writes may be under way, how to say what is left undone by whoever ends the process at once. Answers how to say that none are any more. */
  readonly onWriting?: (tellUnfinished: () => void) => () => void;
  /** Until a whole answer has come; default 30 s. */
  readonly answerTimeoutMs?: number;
}

/** What there is to judge, and what is known of how it came about. */
export interface Gathered {
  readonly transcript: Transcript;
  readonly settings: JudgeSettings;
  /** What could not be put back. */
  readonly leftBehind: string | undefined;
  /** The most requests that could be sent; undefined where none were. */
  readonly budget: number | undefined;
}
