import { InputError } from './input-error.js';

/** Throws an InputError for a promise: somebody forgot to wait for it. `name` says what it stands in the place of, such as `the key`. */
export function refusePromise(
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
