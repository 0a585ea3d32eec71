import type { LineFilter } from '../../exchange/request-log.js';
import { InputError } from '../../spec/validation/input-error.js';
import type { AdminCall } from './admin-route.js';

/** Returns the filter of a query. Throws an InputError for a time that does not exist. */
export function filterOf(query: AdminCall['query']): LineFilter {
  const { operation, status, key, method, path, since } = query;
  return { operation, status, key, method, path, since, fromMs: momentOf(query, 'from'), toMs: momentOf(query, 'to') };
}

function momentOf(query: AdminCall['query'], name: 'from' | 'to'): number | undefined {
  const text = query[name];
  const ms = text === undefined ? undefined : Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  throw new InputError(
    'Reading the journal',
    `${name} is not a time that exists`,
    `Try ?${name}=2026-11-21T12:00:00Z.`,
  );
}
