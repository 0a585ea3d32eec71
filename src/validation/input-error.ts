/** A user's input that cannot be used. The message says what was attempted, what was wrong and what would work. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(attempted: string, problem: string, remedy: string) {
    super(inOneLine(`${attempted}: ${problem}. ${remedy}`));
  }
}

/** What a user wrote may hold line breaks and terminal codes; a message is one plain line. */
function inOneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}
