import type { Json } from '../conformant-service/json.js';
import { type Call, type Changes, petIdOf, petOf } from '../conformant-service/steps.js';
import {
  asHtml,
  bodyOf,
  compressedUnasked,
  failing,
  type JsonObject,
  reply,
  successAs,
  successesOf,
  withoutBody,
} from './changes.js';
import type { Fault } from './faulty-service.js';

const response = {
  breaks: 'update.answers-200-with-updated-item',
  seenAt: 'write',
  caughtBy: ['update/answer'],
} as const;
const unknownPet = { breaks: 'update.answers-404', seenAt: 'write', caughtBy: ['update/unknown-pet'] } as const;
const malformedId = { breaks: 'update.pet-id-parameter', seenAt: 'write', caughtBy: ['update/malformed-id'] } as const;

const updated = (change: (item: JsonObject, call: Call) => Json): Changes =>
  bodyOf('updateInventory', (body, call) => change(body as JsonObject, call));
const hasUnknownPet = (call: Call) => petIdOf(call) !== undefined && petOf(call) === undefined;
const hasMalformedId = (call: Call) => petIdOf(call) === undefined;

function addPet({ pathId = '', state }: Call, quantity: bigint): void {
  state.pets.push({ petId: BigInt(pathId), quantity, status: 'available' });
}

function withFirstPet(call: Call): Call {
  return { ...call, pathId: String(call.state.pets[0]?.petId) };
}

/** Responses to updates (§4.2). */
export const updateResponseFaults: Readonly<Record<string, Fault>> = {
  'responds to an update with 204': {
    ...response,
    ...successAs('updateInventory', () => reply(204, undefined)),
  },
  'responds to an update with 201': {
    ...response,
    ...successAs('updateInventory', (given) => ({ ...given, status: 201 })),
  },
  'responds to an update with 202': {
    ...response,
    ...successAs('updateInventory', (given) => ({ ...given, status: 202 })),
  },
  'responds to an update with the old item': {
    ...response,
    updateInventory: (usual) => (call) => {
      const pet = petOf(call);
      const before = pet === undefined ? null : call.steps.item(call, pet);
      const given = usual(call);
      return given.status === 200 ? { ...given, body: before } : given;
    },
  },
  'responds to an update with the whole list': {
    ...response,
    ...updated((_item, call) => call.state.pets.map((pet) => call.steps.item(call, pet))),
  },
  'responds to an update with another pet': { ...response, ...updated((item) => ({ ...item, petId: 999_983 })) },
  'responds to an update with petId as a string': {
    ...response,
    ...updated((item) => ({ ...item, petId: String(item.petId) })),
  },
  'responds to an update with quantity as a string': {
    ...response,
    ...updated((item) => ({ ...item, quantity: String(item.quantity) })),
  },
  'responds to an update with the request body': {
    ...response,
    ...updated(({ quantity }) => ({ quantity: quantity ?? null })),
  },
  'responds to an update with an item in an object': { ...response, ...updated((item) => ({ item })) },
  'responds to an update without a status': {
    ...response,
    ...updated(({ petId, quantity }) => ({ petId: petId ?? null, quantity: quantity ?? null })),
  },
  'responds to an update with an undocumented status': {
    ...response,
    ...updated((item) => ({ ...item, status: 'updated' })),
  },
  'responds to an update with null': { ...response, ...updated(() => null) },
  'responds to an update with an empty body': {
    ...response,
    ...successesOf('updateInventory', withoutBody),
  },
  'responds to an update with a page of HTML': {
    ...response,
    ...successesOf('updateInventory', asHtml),
  },
  'compresses updated pets for clients that accept no compression': {
    ...response,
    ...compressedUnasked(({ status }, { operation }) => status === 200 && operation === 'updateInventory'),
  },
  'fails at every update': {
    ...response,
    caughtBy: ['update/answer', 'status/documented'],
    ...failing('updateInventory', 500),
  },
  'returns 405 for updates': {
    ...response,
    breaks: 'update.method-and-path',
    caughtBy: ['update/answer', 'status/documented'],
    ...failing('updateInventory', 405),
  },
  'rounds ids of updates to a double': {
    ...response,
    traits: { stock: [{ petId: 9_007_199_254_740_993n, quantity: 5n, status: 'sold' }] },
    updateInventory: (usual) => (call) =>
      usual(hasMalformedId(call) ? call : { ...call, pathId: String(BigInt(Number(call.pathId))) }),
  },
  'rounds the id in the response to an update': {
    ...response,
    traits: { stock: [{ petId: 9_007_199_254_740_993n, quantity: 5n, status: 'sold' }] },
    ...updated((item) => ({ ...item, petId: BigInt(Number(item.petId)) })),
  },
  'takes another id for that of the pet, as a double': {
    ...unknownPet,
    maxRequests: 600,
    updateInventory: (usual) => (call) => {
      const id = petIdOf(call);
      const pet = call.state.pets.find(({ petId }) => Number(petId) === Number(id));
      return usual(pet === undefined ? call : { ...call, pathId: String(pet.petId) });
    },
  },
  'rejects to update a sold pet': {
    ...response,
    traits: { stock: [{ petId: 8n, quantity: 5n, status: 'sold' }] },
    ...failing('updateInventory', 409, (call) => petOf(call)?.status === 'sold'),
  },

  'returns 400 for an unknown pet': { ...unknownPet, ...failing('updateInventory', 400, hasUnknownPet) },
  'returns 410 for an unknown pet': {
    ...unknownPet,
    breaks: 'errors.404',
    ...failing('updateInventory', 410, hasUnknownPet),
  },
  'fails at an unknown pet': {
    ...unknownPet,
    caughtBy: ['status/documented'],
    ...failing('updateInventory', 500, hasUnknownPet),
  },
  'returns 200 for an unknown pet': {
    ...unknownPet,
    updateInventory: (usual) => (call) =>
      hasUnknownPet(call)
        ? reply(200, { petId: BigInt(call.pathId ?? 0), quantity: 1, status: 'available' })
        : usual(call),
  },
  'adds an unknown pet': {
    ...unknownPet,
    updateInventory: (usual) => (call) => {
      const quantity = call.steps.readQuantity(call);
      if (hasUnknownPet(call) && typeof quantity === 'bigint') addPet(call, quantity);
      return usual(call);
    },
  },
  'returns 404 for an unknown pet but adds it': {
    ...unknownPet,
    caughtBy: ['update/unknown-pet', 'update/rejected-changes-nothing', 'inventory/get-is-safe'],
    updateInventory: (usual) => (call) => {
      const isUnknown = hasUnknownPet(call);
      const given = usual(call);
      if (isUnknown) addPet(call, 1n);
      return given;
    },
  },
  'updates the first pet for an unknown one': {
    ...unknownPet,
    updateInventory: (usual) => (call) => usual(hasUnknownPet(call) ? withFirstPet(call) : call),
  },

  'fails at a malformed id': { ...malformedId, ...failing('updateInventory', 500, hasMalformedId) },
  'updates the first pet for a malformed id': {
    ...malformedId,
    updateInventory: (usual) => (call) => usual(hasMalformedId(call) ? withFirstPet(call) : call),
  },
};
