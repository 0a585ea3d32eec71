import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, object } from '../json/schema-builders.js';
import type { Exact } from './schemas/shapes.js';
import { text } from './schemas/shapes.js';
import { adminSchemas } from './schemas.js';

const { version, baseUrl, mode, upstream } = adminSchemas.Health.properties;
const operation = object({ id: text, method: text, path: text });

/**
 * The schema of each event of `GET /__admin/events`. Each is sent once at the start and again after each change; long lists
 * are sent as their first page. A proxy sends only hello, requests, traffic, manners, findings and bye, and only a server with a
 * shared store sends store.
 */
export const adminEvents = {
  /** The first event. `world` is the world that is watched; `operations` are those of the service, in the order of the document. */
  hello: object({ world: text, version, baseUrl, mode, upstream, operations: arrayOf(operation) }),
  store: 'StoreState',
  clock: 'ClockState',
  keys: 'KeyPage',
  faults: 'FaultList',
  behaviour: 'BehaviourList',
  snapshots: 'SnapshotList',
  worlds: 'WorldPage',
  stock: 'StockUpdate',
  requests: 'RequestUpdate',
  traffic: 'Traffic',
  manners: 'MannersReport',
  findings: 'FindingsReport',
  /** The last event: the server stops, or the world was dropped. */
  bye: object({ reason: text }),
} as const;

/** The name of an event. */
export type AdminEventName = keyof typeof adminEvents;

type SchemaOf<Event> = Event extends keyof typeof adminSchemas ? (typeof adminSchemas)[Event] : Event;

/** The data of each event, by its name. */
export type AdminEvents = {
  readonly [Name in AdminEventName]: SchemaOf<(typeof adminEvents)[Name]> extends infer Schema extends object
    ? FromSchema<Schema, Exact>
    : never;
};

/** One event: its name and its data. */
export type AdminEvent = {
  readonly [Name in AdminEventName]: { readonly name: Name; readonly data: AdminEvents[Name] };
}[AdminEventName];
