import { quoteValue } from '../json/quote-value.js';
import { InputError } from './input-error.js';
import { refusePromise } from './refuse-promise.js';

/** Throws an InputError for what is no text: the bytes of a file, JSON that was parsed already, or a forgotten `await`. */
export function requireText(attempted: string, text: unknown): asserts text is string {
  refusePromise(attempted, 'the text', text);
  if (typeof text === 'string') return;
  const remedy = "Give the file's text, as readFileSync(path, 'utf8') does, or JSON.stringify(…) of what you have.";
  throw new InputError(attempted, `${quoteValue(text)} stands where the text should`, remedy);
}
