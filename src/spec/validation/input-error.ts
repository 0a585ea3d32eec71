import { oneLine, quoteValue } from '../quoting.js';
import { nameHint } from './name-hint.js';

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

/**
 * Returns the fields that an object gives, without those that are undefined. Throws an InputError for what is no object,
 * and for a field that there is not: a typo must not go unseen. Nothing is quoted: it may be a key.
 */
export function checkedFields<Field extends string>(
  attempted: string,
  what: string,
  value: unknown,
  fields: readonly Field[],
  example: string,
): { readonly [Name in Field]?: unknown } {
  assertNotPromise(attempted, `${what} object`, value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(attempted, `${what} should be an object`, `Try ${example}.`);
  }
  const given = Object.entries(value).filter(([, part]) => part !== undefined);
  for (const [name, part] of given) {
    if (!(fields as readonly string[]).includes(name)) {
      throw new InputError(attempted, `there is no such field in ${what}`, nameHint(name, fields, 'Fields'));
    }
    assertNotPromise(attempted, `the ${name}`, part);
  }
  return Object.fromEntries(given) as { [Name in Field]?: unknown };
}

/** Throws an InputError for a promise: somebody forgot to wait for it. `name` says what it stands in the place of, such as `the key`. */
export function assertNotPromise(
  attempted: string,
  name: string,
  value: unknown,
  remedy = 'Write await before it.',
): void {
  if (typeof value !== 'object' || value === null || !('then' in value) || typeof value.then !== 'function') return;
  // The mistake is told of here. A rejection that comes later has nobody to handle it, and would end the process.
  if (value instanceof Promise) value.catch(() => {});
  throw new InputError(attempted, `${name} is a promise`, remedy);
}

/** Throws an InputError for what is no text: the bytes of a file, JSON that was parsed already, or a forgotten `await`. */
export function requireText(attempted: string, text: unknown): asserts text is string {
  assertNotPromise(attempted, 'the text', text);
  if (typeof text === 'string') return;
  const remedy = "Give the file's text, as readFileSync(path, 'utf8') does, or JSON.stringify(…) of what you have.";
  throw new InputError(attempted, `${quoteValue(text)} stands where the text should`, remedy);
}
