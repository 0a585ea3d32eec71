import { LosslessNumber } from 'lossless-json';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import type { OperationId } from '../../spec/operations.js';
import { quote } from '../../spec/quoting.js';
import type { Evidence, Reading } from '../evidence.js';
import { isAccepted } from '../requests.js';
import { type Listing, listingOf } from '../stock-history.js';
import { distinct, ordinary, type Seen, seen, unseen } from './seen.js';

const MOST_FIELDS = 20;
/** Two pets stand in some order by chance. */
const FEWEST_PETS = 3;

export function petShape(evidence: Evidence): Seen {
  return shapeOf(evidence, 'getPet', (value) => (isJsonObject(value) ? [value] : []), 'a pet');
}

export function orderShape(evidence: Evidence): Seen {
  return shapeOf(evidence, 'listOrders', recordsIn, 'an order');
}

/** The list itself, or the first list in an envelope. */
function recordsIn(value: JsonValue): JsonObject[] {
  const list = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value).find(Array.isArray) : [];
  return (list ?? []).filter(isJsonObject);
}

function isEmptyList(value: JsonValue): boolean {
  return (
    (Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value).filter(Array.isArray).flat() : [value])
      .length === 0
  );
}

function shapeOf(
  evidence: Evidence,
  operation: OperationId,
  recordsOf: (value: JsonValue) => JsonObject[],
  what: string,
): Seen {
  const responded = ordinary(evidence).filter((reading) => reading.operation === operation && isAccepted(reading));
  const records = responded.flatMap(({ received }) => (received.kind === 'json' ? recordsOf(received.value) : []));
  if (records.length === 0) {
    const isEmpty = responded.every(({ received }) => received.kind === 'json' && isEmptyList(received.value));
    return unseen(isEmpty ? `${what} was not seen` : `what was answered holds no object that is ${what}`, responded);
  }
  const fields = distinct(records.flatMap((record) => Object.entries(record).map(fieldInWords)));
  const rest = fields.length > MOST_FIELDS ? ', …' : '';
  return unseen(`${what} has ${fields.slice(0, MOST_FIELDS).join(', ') || 'no fields'}${rest}`, responded);
}

function fieldInWords([name, value]: [string, JsonValue]): string {
  return `${quote(name)} (${typeOf(value)})`;
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof LosslessNumber ? 'number' : typeof value;
}

export function listOrder({ readings }: Evidence): Seen {
  const lists = readings.map(listingOf).filter((listing) => listing !== undefined && listing.stock.size >= FEWEST_PETS);
  const all = lists.flatMap((list) => (list === undefined ? [] : [list]));
  if (all.length === 0) {
    const hasOther = readings.some(isLongList);
    return unseen(`no list of ${FEWEST_PETS} pets or more ${hasOther ? 'had the documented form' : 'was seen'}`);
  }
  const shown = distinct(all.map(orderOf));
  const exchanges = all.map(({ reading }) => reading);
  const note = `${all.length === 1 ? 'one list' : `${all.length} lists`}: ${shown.join(', ')}`;
  const [order] = shown;
  // New pets may stand anywhere: only those that both lists have tell the order.
  if (!all.every((list) => isInSameOrder(list, all[0] ?? list))) {
    return seen('rotating', `${note}, not always in the same order`, exchanges);
  }
  if (shown.length === 1 && order !== undefined && order !== 'in no order') return seen(order, note, exchanges);
  return all.length > 1 ? seen('as-stored', note, exchanges) : unseen(note, exchanges);
}

function isLongList({ operation, status, received }: Reading): boolean {
  const items =
    operation === 'listInventory' && status === 200 && received.kind === 'json' ? received.value : undefined;
  return Array.isArray(items) && items.length >= FEWEST_PETS;
}

function orderOf({ stock }: Listing): 'ascending' | 'descending' | 'in no order' {
  const ids = [...stock.keys()].map(BigInt);
  const rises = ids.slice(1).map((id, index) => id > (ids[index] ?? id));
  if (rises.every(Boolean)) return 'ascending';
  return rises.some(Boolean) ? 'in no order' : 'descending';
}

/** Pets that only one of the two lists has do not count. */
function isInSameOrder(one: Listing, other: Listing): boolean {
  const common = ({ stock }: Listing, { stock: others }: Listing) => [...stock.keys()].filter((id) => others.has(id));
  return common(one, other).join() === common(other, one).join();
}
