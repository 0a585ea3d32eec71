import type { ServiceRequest } from '../conformant-service/service.js';
import { type Call, type Changes, petOf, type State } from '../conformant-service/steps.js';
import type { OperationName } from '../conformant-service/traits.js';
import { bodyOf } from './changes.js';
import type { Fault } from './faulty-service.js';

/** What a service keeps in one place for all requests, although each should have its own. */
function shared<Kept>(keep: (call: Call) => Kept | undefined) {
  const kept = new WeakMap<State, Kept>();
  return {
    arrive: (): ((call: Call) => void) => (call) => {
      const value = keep(call);
      if (value !== undefined) kept.set(call.state, value);
    },
    of: ({ state }: Call) => kept.get(state),
  };
}

const latest = shared(({ request }) => request);

/** Reads the request that arrived last, where it should read the one that it handles. */
const readsLatest = (part: (own: ServiceRequest, last: ServiceRequest) => ServiceRequest) => (call: Call) => ({
  ...call,
  request: part(call.request, latest.of(call) ?? call.request),
});
const withItsBody = readsLatest((own, last) => ({ ...own, body: last.body }));
const withItsHeaders = readsLatest((own, last) => ({ ...own, headers: last.headers }));

const stock = shared(({ state }) => state.pets.map(({ quantity }) => quantity));
const updates = shared((call) => (call.operation === 'updateInventory' ? call : undefined));

/** Fails if a request arrives while updates are under way. */
function failsBeside(operation: OperationName, status = 500): Changes {
  const underWay = new WeakMap<State, number>();
  const late = new WeakSet<ServiceRequest>();
  const count = (call: Call, by: number) => {
    const before = underWay.get(call.state) ?? 0;
    if (call.operation === 'updateInventory') underWay.set(call.state, before + by);
    return before;
  };
  return {
    arrive: () => (call) => {
      if (count(call, 1) > 0 && call.operation === operation) late.add(call.request);
    },
    operate: (usual) => (call) => (late.has(call.request) ? call.steps.error(call, status) : usual(call)),
    finish: (usual) => (call, response) => {
      count(call, -1);
      return usual(call, response);
    },
  };
}

/** What shows only when requests are under way at the same time. */
export const togetherFaults: Readonly<Record<string, Fault>> = {
  'keeps the key of a request where the next one overwrites it': {
    breaks: 'auth.missing-or-invalid-key-answers-401',
    seenAt: 'read',
    caughtBy: ['auth/required/listInventory', 'auth/required/getPet'],
    arrive: latest.arrive,
    isAuthorized: (usual) => (call) => usual(withItsHeaders(call)),
  },
  'keeps the body of a message where the next request overwrites it': {
    breaks: 'message-body.message',
    seenAt: 'write',
    caughtBy: ['messages/echo', 'messages/answer'],
    arrive: latest.arrive,
    readMessage: (usual) => (call) => usual(withItsBody(call)),
  },
  'keeps the body of an update where the next request overwrites it': {
    breaks: 'update.sets-quantity',
    seenAt: 'write',
    caughtBy: ['update/answer'],
    arrive: latest.arrive,
    readQuantity: (usual) => (call) => usual(withItsBody(call)),
  },
  'fails while another update is under way': {
    breaks: 'update.answers-200-with-updated-item',
    seenAt: 'write',
    caughtBy: ['status/documented'],
    ...failsBeside('updateInventory'),
  },
  'is unavailable while another update is under way, and does not say for how long': {
    breaks: 'update.answers-200-with-updated-item',
    seenAt: 'write',
    caughtBy: ['status/documented'],
    ...failsBeside('updateInventory', 503),
  },
  'cannot list while pets are updated': {
    breaks: 'inventory.answers-200-with-items',
    seenAt: 'write',
    caughtBy: ['status/documented'],
    maxRequests: 600,
    ...failsBeside('listInventory'),
  },
  'writes the whole stock as it read it before the update': {
    breaks: 'update.updates-one-pet',
    seenAt: 'write',
    caughtBy: ['update/stored', 'update/accepted-means-stored'],
    maxRequests: 600,
    arrive: stock.arrive,
    setQuantity: (usual) => (call, pet, quantity) => {
      const before = stock.of(call) ?? [];
      for (const [index, each] of call.state.pets.entries()) each.quantity = before[index] ?? each.quantity;
      usual(call, pet, quantity);
    },
  },
  'returns the pet whose update arrived last': {
    breaks: 'update.answers-200-with-updated-item',
    seenAt: 'write',
    caughtBy: ['update/answer', 'update/accepted-means-stored'],
    maxRequests: 600,
    arrive: updates.arrive,
    ...bodyOf('updateInventory', (body, call) => {
      const pet = petOf(updates.of(call) ?? call);
      return pet === undefined ? body : call.steps.item(call, pet);
    }),
  },
};
