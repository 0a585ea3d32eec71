/** A user's input that cannot be used. The message says what was attempted, what was wrong and what would work. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(attempted: string, problem: string, remedy: string) {
    super(`${attempted}: ${problem}. ${remedy}`);
  }
}
