import { cut, quote } from './quote.js';

/** Writes any value for a message: a text in quotes, a number as it is, of everything else its kind. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return cut(String(value));
}
