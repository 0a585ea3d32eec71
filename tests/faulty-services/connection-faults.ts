import { GOOD_KEY, headerIn, type ServiceResponse, withHeader } from '../conformant-service/service.js';
import type { Call, Changes, State } from '../conformant-service/steps.js';
import type { Pet } from '../conformant-service/traits.js';
import { responsesWhere } from './changes.js';
import type { Fault } from './faulty-service.js';

const MUCH = 16_384;
const badRequest: ServiceResponse = { status: 400, headers: [['Connection', 'close']], body: '' };

/** What is left of a body that was not read is taken for the next request on the connection. */
function leavesBodies(isLeft: (response: ServiceResponse, call: Call) => boolean): Changes {
  const spoiled = new WeakMap<State, Set<number>>();
  return {
    finish: (usual) => (call, given) => {
      const response = usual(call, given);
      const { connection = 0, body = '' } = call.request;
      const connections = spoiled.get(call.state) ?? new Set();
      spoiled.set(call.state, connections);
      if (connections.delete(connection)) return badRequest;
      if (body.length > MUCH && isLeft(response, call)) connections.add(connection);
      return response;
    },
  };
}

/** The list as others see it that use a connection other than the last writer's. */
function listsFor(hides: (call: Call, writer: Call) => boolean): Changes {
  const memories = new WeakMap<State, { writer: Call; pet: Pet; before: bigint }>();
  return {
    setQuantity: (usual) => (call, pet, quantity) => {
      memories.set(call.state, { writer: call, pet, before: pet.quantity });
      usual(call, pet, quantity);
    },
    listInventory: (usual) => (call) => {
      const memory = memories.get(call.state);
      if (memory === undefined || !hides(call, memory.writer)) return usual(call);
      const { pet, before } = memory;
      const now = pet.quantity;
      pet.quantity = before;
      const given = usual(call);
      pet.quantity = now;
      return given;
    },
  };
}

const lengthAs = (length: (body: string) => number): Changes =>
  responsesWhere(
    ({ body }) => body !== '',
    (response) => withHeader(response, 'Content-Length', String(length(response.body))),
  );

const stored = { breaks: 'update.changes-quantity', seenAt: 'write', caughtBy: ['update/stored'] } as const;
const json = { breaks: 'service.http-with-json-bodies', seenAt: 'write', caughtBy: ['body/json'] } as const;
const unread = {
  breaks: 'service.http-with-json-bodies',
  seenAt: 'write',
  caughtBy: ['errors/shape', 'status/documented'],
} as const;

/** What depends on the connection, and the length of bodies. */
export const connectionFaults: Readonly<Record<string, Fault>> = {
  'shows an update only on the connection that sent it': {
    ...stored,
    caughtBy: ['update/stored', 'update/accepted-means-stored'],
    ...listsFor(({ request }, writer) => request.connection !== writer.request.connection),
  },
  'shows an update to new connections after half a second': {
    ...stored,
    caughtBy: ['update/stored', 'update/accepted-means-stored'],
    ...listsFor(
      ({ request, nowMs }, writer) => request.connection !== writer.request.connection && nowMs - writer.nowMs < 500,
    ),
  },
  'does not read the body of a request without a good key': {
    ...unread,
    seenAt: 'read',
    ...leavesBodies(({ status }) => status === 401),
  },
  'does not read the body of an update of an unknown pet': {
    ...unread,
    maxRequests: 600,
    ...leavesBodies(({ status }) => status === 404),
  },
  'does not read the rest of a body that it rejects': { ...unread, ...leavesBodies(({ status }) => status === 400) },
  'trusts a connection once it showed the key': {
    breaks: 'auth.every-operation-requires-bearer',
    seenAt: 'read',
    caughtBy: ['auth/required/listInventory', 'auth/required/listOrders', 'auth/required/getPet'],
    isAuthorized: (usual) => {
      const trusted = new WeakMap<State, Set<number | undefined>>();
      return (call) => {
        const { connection, headers } = call.request;
        const connections = trusted.get(call.state) ?? new Set();
        trusted.set(call.state, connections);
        if (headerIn(headers, 'authorization') === `Bearer ${GOOD_KEY}`) connections.add(connection);
        return usual(call) || (headerIn(headers, 'authorization') === undefined && connections.has(connection));
      };
    },
  },
  'counts the characters of a body for its length': { ...json, ...lengthAs((body) => body.length) },
  'counts what is not ASCII twice for the length': {
    ...json,
    ...lengthAs((body) => 2 * Buffer.byteLength(body) - body.length),
  },
};
