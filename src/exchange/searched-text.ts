import type { Exchange, HeaderList } from './exchange.js';

const LONG_TEXT = 200;

/** Counts where exchanges show a text: in the URL, headers and bodies, in any case. What was redacted is not found. */
export class SearchedText {
  readonly #pattern: RegExp;
  // The long ones are lists, often the same one many times in a row.
  #lastLong = { text: '', count: 0 };

  constructor(text: string) {
    this.#pattern = new RegExp(patternOf(text), 'gi');
  }

  /** Returns how often an exchange shows the text. */
  countIn({ request, response }: Exchange): number {
    const { body } = response ?? {};
    return (
      this.#count(request.url) +
      this.#countInHeaders(request.headers) +
      this.#count(request.body ?? '') +
      this.#countInHeaders(response?.headers ?? []) +
      (body?.kind === 'text' ? this.#count(body.text) : 0)
    );
  }

  #countInHeaders(headers: HeaderList): number {
    let count = 0;
    for (const [name, value] of headers) count += this.#count(`${name}: ${value}`);
    return count;
  }

  #count(text: string): number {
    if (text === this.#lastLong.text) return this.#lastLong.count;
    const count = countMatches(this.#pattern, text);
    if (text.length > LONG_TEXT) this.#lastLong = { text, count };
    return count;
  }
}

function countMatches(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  let count = 0;
  while (pattern.test(text)) count++;
  return count;
}

/** Between the signs of JSON, any whitespace matches: it may be copied from where it is indented. None matches at either end: that could take long. */
function patternOf(text: string): string {
  const parts = text.trim().split(/\s*([{}[\],:])\s*/);
  return parts
    .filter((part) => part !== '')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('\\s*');
}
