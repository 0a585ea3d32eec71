import { type OperationId, operations } from '../../src/spec/operations.js';
import type { ServiceAddresses } from '../service-address.js';
import type { Entry } from './entry.js';
import type { LineFilter } from './journal-line.js';
import { operationOf } from './operation-of.js';
import { shownKey } from './shown-key.js';

/** What a filter is held against, apart from the request. */
interface Surroundings {
  readonly addresses: ServiceAddresses;
  readonly aliasOf: (key: string) => string | undefined;
}

/** Makes a test of whether a request fits every part of a filter but `since`. `alias` is the pseudonym of the key in it. */
export function lineTest(
  { operation, status, method, path }: LineFilter,
  alias: string | undefined,
  { addresses, aliasOf }: Surroundings,
): (entry: Entry) => boolean {
  const isOwn = (key: string) => aliasOf(key) !== undefined;
  const showsIt = (entry: Entry) => aliasOf(shownKey(entry, isOwn) ?? '') === alias;
  const isOf = (entry: Entry, id: OperationId) =>
    entry.method === operations[id].method && operationOf(entry, addresses) === id;
  // The cheap ones first: there may be ten thousand requests.
  return (entry) =>
    (method === undefined || entry.method === method) &&
    (status === undefined || hasStatus(entry, status)) &&
    (path === undefined || entry.path.includes(path)) &&
    (alias === undefined || showsIt(entry)) &&
    (operation === undefined || isOf(entry, operation));
}

function hasStatus({ answer }: Entry, wanted: string): boolean {
  if (answer.cut === 'reset') return false;
  const status = String(answer.status);
  return status === wanted || (wanted.endsWith('xx') && status[0] === wanted[0]);
}
