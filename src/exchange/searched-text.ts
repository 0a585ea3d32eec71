import type { Exchange, HeaderList } from './exchange.js';

/** Finds exchanges that show a text: in the URL, headers or bodies, in any case. What was redacted is not found. */
export class SearchedText {
  readonly #pattern: RegExp;

  constructor(text: string) {
    this.#pattern = new RegExp(patternOf(text), 'i');
  }

  /** Returns whether an exchange shows the text. */
  isIn({ request, response }: Exchange): boolean {
    const { body } = response ?? {};
    return (
      this.#isFound(request.url) ||
      this.#isInHeaders(request.headers) ||
      this.#isFound(request.body ?? '') ||
      this.#isInHeaders(response?.headers ?? []) ||
      (body?.kind === 'text' && this.#isFound(body.text))
    );
  }

  #isInHeaders(headers: HeaderList): boolean {
    return headers.some(([name, value]) => this.#isFound(`${name}: ${value}`));
  }

  #isFound(text: string): boolean {
    return this.#pattern.test(text);
  }
}

/** Between the signs of JSON, any whitespace matches: it may be copied from where it is indented. None matches at either end: that could take long. */
function patternOf(text: string): string {
  const parts = text.trim().split(/\s*([{}[\],:])\s*/);
  return parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('\\s*');
}
