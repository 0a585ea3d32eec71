import type { AdminEventName } from './events.js';
import { type AdminSchemaName, adminSchemas } from './schemas.js';

const text = { type: 'string' } as const;

const { version, baseUrl, mode, upstream } = adminSchemas.Health.properties;

function objectOf(properties: object): object {
  return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
}

/** What each event tells: a shape that has a name, or one of its own. */
const eventData: Readonly<Record<AdminEventName, AdminSchemaName | object>> = {
  hello: objectOf({ world: text, version, baseUrl, mode, upstream }),
  clock: 'ClockState',
  keys: 'KeyPage',
  faults: 'FaultList',
  behaviour: 'BehaviourList',
  snapshots: 'SnapshotList',
  worlds: 'WorldPage',
  stock: 'StockNews',
  requests: 'RequestNews',
  traffic: 'Traffic',
  manners: 'MannersReport',
  findings: 'FindingsReport',
  bye: objectOf({ why: text }),
};

/** Describes one event of the stream: its name, and its data once they are read as JSON. */
export function describeEvents(): object {
  const events = Object.entries(eventData).map(([name, data]) => ({
    type: 'object',
    required: ['event', 'data'],
    properties: {
      event: { const: name },
      data: typeof data === 'string' ? { $ref: `#/components/schemas/${data}` } : data,
    },
  }));
  return { description: 'One event of `GET /events`: its name, and its data read as JSON', oneOf: events };
}
