import { oneLine } from '../json/one-line.js';

/**
 * A user's input that cannot be used. The message says what was attempted, what was wrong and what would work, in one line:
 * whatever it repeats of the input, it can neither break lines nor steer a terminal.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** The message for people who write no JavaScript. */
  readonly inWords: string;

  /** `remedyInWords` stands in for a remedy that is JavaScript. */
  constructor(attempted: string, problem: string, remedy: string, remedyInWords = remedy) {
    super(oneLine(`${attempted}: ${problem}. ${remedy}`));
    this.inWords = oneLine(`${attempted}: ${problem}. ${remedyInWords}`);
  }
}
