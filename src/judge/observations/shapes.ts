import { LosslessNumber } from 'lossless-json';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import type { OperationId } from '../../spec/operations.js';
import { quote } from '../../spec/quoting.js';
import type { Evidence, Reading } from '../evidence.js';
import { type Listing, listingOf } from '../stock-history.js';
import { distinct, ordinary, type Seen, seen, unseen } from './seen.js';

const MOST_FIELDS = 20;
/** Two pets are in some order by chance. */
const FEWEST_PETS = 3;

export function petShape(evidence: Evidence): Seen {
  return shapeOf(evidence, 'getPet', 'a pet', (value) => [value]);
}

export function orderShape(evidence: Evidence): Seen {
  return shapeOf(evidence, 'listOrders', 'an order', listIn);
}

/** No choice is observed: learning does that. The note names the fields. */
function shapeOf(
  evidence: Evidence,
  operation: OperationId,
  what: string,
  valuesIn: (body: JsonValue) => JsonValue[],
): Seen {
  const responded = ordinary(evidence).filter((reading) => reading.operation === operation && reading.isAccepted);
  const values = responded.flatMap(({ received }) => (received.kind === 'json' ? valuesIn(received.value) : [null]));
  const records = values.filter(isJsonObject);
  if (values.length === 0) return unseen(`${what} was not seen`, responded);
  if (records.length === 0) return unseen(`no response contained an object that is ${what}`, responded);
  const fields = distinct(records.flatMap((record) => Object.entries(record).map(fieldInWords)));
  const rest = fields.length > MOST_FIELDS ? ', …' : '';
  return unseen(`${what} has ${fields.slice(0, MOST_FIELDS).join(', ') || 'no fields'}${rest}`, responded);
}

/** Returns the list itself, the first list in an envelope, or the single value. */
function listIn(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  return (isJsonObject(value) ? Object.values(value).find(Array.isArray) : undefined) ?? [value];
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
  const all = readings.flatMap((reading) => listingOf(reading) ?? []).filter(({ stock }) => stock.size >= FEWEST_PETS);
  const [first] = all;
  if (first === undefined) {
    const hasOther = readings.some(isLongList);
    return unseen(`no list of ${FEWEST_PETS} pets or more ${hasOther ? 'had the documented form' : 'was seen'}`);
  }
  const [order, ...others] = distinct(all.map(orderOf));
  const exchanges = all.map(({ reading }) => reading);
  const note = `${all.length === 1 ? 'one list' : `${all.length} lists`}: ${[order, ...others].join(', ')}`;
  // New pets may be anywhere: only the pets that both lists have show the order.
  if (!all.every((list) => isInSameOrder(list, first))) {
    return seen('rotating', `${note}, not always in the same order`, exchanges);
  }
  if (others.length === 0 && order !== undefined && order !== 'in no order') return seen(order, note, exchanges);
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
