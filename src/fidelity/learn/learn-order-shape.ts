import type { Evidence } from '../../judge/evidence.js';
import { type Seen, seen, unseen } from '../../judge/observations/seen.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import { counted } from '../../spec/quoting.js';
import { inferShape } from '../profile/infer-shape.js';
import { writeCounts } from '../profile/make-up.js';
import { countsIn, restOf } from './envelope.js';
import { makeUpRecords } from './example-records.js';
import { jsonResponsesOf } from './learned.js';

/** Learns which fields an order has, and in what the orders come: example records made up to fit. */
export function learnOrderShape(evidence: Evidence): Seen {
  const lists = jsonResponsesOf(evidence, 'listOrders');
  const readings = lists.map(({ reading }) => reading);
  if (lists.length === 0) return unseen('no list of orders was seen');
  const bodies = lists.map(({ body }) => body);
  const field = bodies.every(Array.isArray) ? undefined : fieldOfOrders(bodies);
  const orders = bodies.map((body) => (isJsonObject(body) && field !== undefined ? body[field] : body));
  if (!orders.every(Array.isArray)) return unseen('no list of orders was found in the responses', readings);
  const records = orders.flat();
  const lengths = orders.map(({ length }) => length);
  const envelope = field === undefined ? undefined : envelopeOf(bodies, field, lengths);
  const shape = inferShape(records);
  const note =
    records.length === 0
      ? 'every list of orders was empty'
      : `made up from the fields of ${counted(records.length, 'order')}`;
  const having = (name: string) =>
    readings.filter((_, index) => orders[index]?.some((order) => isJsonObject(order) && Object.hasOwn(order, name)));
  const fields = Object.keys(shape.properties ?? {}).map((name) => [name, having(name)] as const);
  const choice = { records: records.length === 0 ? [] : makeUpRecords(records), ...(envelope && { envelope }) };
  return seen(choice, note, readings, [], Object.fromEntries(fields));
}

/** Returns the object around the orders: the fields beside them, and which of these count them. */
function envelopeOf(bodies: readonly JsonValue[], field: string, lengths: readonly number[]): JsonObject {
  const { rest } = restOf(bodies, field);
  if (rest === undefined) return { field };
  const counts = countsIn(
    rest,
    bodies.map((body, index) => ({ body, count: lengths[index] ?? 0 })),
  );
  // How many there were is data; how many there are, the fake writes.
  return counts.length === 0 ? { field, rest } : { field, rest: writeCounts(rest, counts, 0), counts };
}

/** Returns the field that is a list in every response; the first if there are several. */
function fieldOfOrders(bodies: readonly JsonValue[]): string | undefined {
  const names = isJsonObject(bodies[0]) ? Object.keys(bodies[0]) : [];
  const shown = inferShape(bodies).properties ?? {};
  // A key that the shape leaves out is data.
  return names.find(
    (name) => Object.hasOwn(shown, name) && bodies.every((body) => isJsonObject(body) && Array.isArray(body[name])),
  );
}
