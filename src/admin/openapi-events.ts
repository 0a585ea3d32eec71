import type { AdminEventName } from './events.js';
import type { AdminSchemaName } from './schemas.js';

const text = { type: 'string' } as const;

function objectOf(...names: string[]): object {
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, text])),
    additionalProperties: false,
  };
}

/** What each event tells: a shape that has a name, or one of its own. */
const eventData: Readonly<Record<AdminEventName, AdminSchemaName | object>> = {
  hello: objectOf('world', 'version', 'baseUrl'),
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
  bye: objectOf('why'),
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
