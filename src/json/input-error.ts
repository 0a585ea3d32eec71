import { distance } from 'fastest-levenshtein';
import { oneLine, quoteValue } from './quoting.js';

/** Invalid input of a user. The message names the action, the problem and a fix, on one plain line. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** The message without JavaScript, for the command line and the admin API. */
  declare readonly inWords: string;

  /** `remedyInWords` replaces a remedy in JavaScript. */
  constructor(attempted: string, problem: string, remedy: string, remedyInWords = remedy) {
    super(oneLine(`${attempted}: ${problem}. ${remedy}`));
    const inWords = oneLine(`${attempted}: ${problem}. ${remedyInWords}`);
    // Test runners print what can be enumerated beside the message.
    Object.defineProperty(this, 'inWords', { value: inWords });
  }
}

/** Returns the defined fields of an object. Throws an InputError for a typo, and quotes nothing: it may be a key. */
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

/** Throws an InputError for a promise, which was not awaited. `name` names the expected value, such as `the key`. */
export function assertNotPromise(attempted: string, name: string, value: unknown, remedy = 'Write await before it.') {
  if (typeof value !== 'object' || value === null || !('then' in value) || typeof value.then !== 'function') return;
  // The mistake is reported here. A later rejection would be unhandled and end the process.
  if (value instanceof Promise) value.catch(() => {});
  throw new InputError(attempted, `${name} is a promise`, remedy);
}

/** Throws an InputError if a value is not a string: the bytes of a file, parsed JSON, or a forgotten `await`. */
export function requireText(attempted: string, text: unknown): asserts text is string {
  assertNotPromise(attempted, 'the text', text);
  if (typeof text === 'string') return;
  const remedy = "Give the file's text, as readFileSync(path, 'utf8') does, or JSON.stringify(…) of what you have.";
  throw new InputError(attempted, `${quoteValue(text)} stands where the text should`, remedy);
}

/** Returns a hint for an unknown name: `Did you mean 'status'? Fields: status, delayMs.` The unknown name is not quoted: it may be a secret. */
export function nameHint(meant: unknown, names: readonly string[], things: string): string {
  const near = typeof meant === 'string' ? nearestName(meant, names) : undefined;
  const list = `${things}: ${names.join(', ')}.`;
  return near === undefined ? list : `Did you mean '${near}'? ${list}`;
}

/** Shorter texts are not searched for inside the names: `sold` finds `sold-out`. */
const SHORTEST_PIECE = 3;

/** Returns the name that was probably meant; undefined when none is close. */
export function nearestName(meant: string, names: readonly string[]): string | undefined {
  return nearestNames(meant, names)[0];
}

/** Returns the names that may have been meant, ignoring case and punctuation, the closest first. */
export function nearestNames(meant: string, names: readonly string[]): string[] {
  const wanted = bare(meant);
  // Longer than any name: not a misspelling, and slow to measure.
  if (wanted.length > 100) return [];
  const near = names
    .map((name) => ({ name, steps: distance(wanted, bare(name)) }))
    .filter(({ steps }) => steps <= Math.ceil(wanted.length / 3))
    .sort((a, b) => a.steps - b.steps);
  if (near.length > 0) return near.map(({ name }) => name);
  return wanted.length < SHORTEST_PIECE ? [] : names.filter((name) => bare(name).includes(wanted));
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
