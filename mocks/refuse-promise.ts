import { InputError } from '../src/validation/input-error.js';

/** Throws an InputError for a promise: somebody forgot to wait for it. `name` says what it stands in the place of, such as `the key`. */
export function refusePromise(attempted: string, name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || !('then' in value) || typeof value.then !== 'function') return;
  throw new InputError(attempted, `${name} is a promise`, 'Write await before it.');
}
