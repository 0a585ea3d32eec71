import { type Call, isPetId, petOf } from './call.js';
import { answersWhere, asHtml, bodyOf, reply, successAs, updatesRefusedWith } from './changes.js';
import type { Changes } from './conformant-service.js';
import type { Fault } from './faulty-service.js';
import type { Json } from './json-text.js';

type Item = { readonly [key: string]: Json };

const answer = {
  breaks: 'update.answers-200-with-updated-item',
  seenAt: 'write',
  caughtBy: ['update/answer'],
} as const;
const unknownPet = { breaks: 'update.answers-404', seenAt: 'write', caughtBy: ['update/unknown-pet'] } as const;
const malformedId = { breaks: 'update.pet-id-parameter', seenAt: 'write', caughtBy: ['update/malformed-id'] } as const;

const answered = (change: (item: Item, call: Call) => Json | undefined): Changes =>
  bodyOf('updateInventory', (body, call) => change(body as Item, call));
const hasUnknownPet = (call: Call) => isPetId(call.pathId ?? '') && petOf(call) === undefined;
const hasMalformedId = ({ pathId = '' }: Call) => !isPetId(pathId);

/** What an update is answered (§4.2). */
export const updateAnswerFaults: Readonly<Record<string, Fault>> = {
  'answers an update with 204': {
    ...answer,
    updateInventory: (usual) => (call) => {
      const given = usual(call);
      return given.status === 200 ? reply(204, undefined) : given;
    },
  },
  'answers an update with 201': { ...answer, ...successAs('updateInventory', 201) },
  'answers an update with 202': { ...answer, ...successAs('updateInventory', 202) },
  'answers an update with the old item': {
    ...answer,
    updateInventory: (usual) => (call) => {
      const pet = petOf(call);
      const before = pet === undefined ? null : call.seams.item(pet);
      const given = usual(call);
      return given.status === 200 ? { ...given, body: before } : given;
    },
  },
  'answers an update with the whole list': {
    ...answer,
    ...answered((_item, { state, seams }) => state.pets.map(seams.item)),
  },
  'answers an update with another pet': { ...answer, ...answered((item) => ({ ...item, petId: 999_983 })) },
  'answers an update with petId as a string': {
    ...answer,
    ...answered((item) => ({ ...item, petId: String(item.petId) })),
  },
  'answers an update with quantity as a string': {
    ...answer,
    ...answered((item) => ({ ...item, quantity: String(item.quantity) })),
  },
  'answers an update with the request body': {
    ...answer,
    ...answered(({ quantity }) => ({ quantity: quantity ?? null })),
  },
  'answers an update with an item in an object': { ...answer, ...answered((item) => ({ item })) },
  'answers an update without a status': {
    ...answer,
    ...answered(({ petId, quantity }) => ({ petId: petId ?? null, quantity: quantity ?? null })),
  },
  'answers an update with a status of its own': { ...answer, ...answered((item) => ({ ...item, status: 'updated' })) },
  'answers an update with null': { ...answer, ...answered(() => null) },
  'answers an update with nothing': {
    ...answer,
    ...answersWhere(
      ({ status }, { operation }) => status === 200 && operation === 'updateInventory',
      (given) => ({ ...given, body: '' }),
    ),
  },
  'answers an update with a page of HTML': {
    ...answer,
    ...answersWhere(({ status }, { operation }) => status === 200 && operation === 'updateInventory', asHtml),
  },
  'fails at every update': {
    ...answer,
    caughtBy: ['update/answer', 'status/documented'],
    ...updatesRefusedWith(500, () => true),
  },
  'knows no update': {
    ...answer,
    breaks: 'update.method-and-path',
    caughtBy: ['update/answer', 'status/documented'],
    ...updatesRefusedWith(405, () => true),
  },
  'rounds ids of updates to a double': {
    ...answer,
    setting: { pets: [{ petId: '9007199254740993', quantity: '5', status: 'sold' }] },
    updateInventory: (usual) => (call) =>
      usual({ ...call, pathId: isPetId(call.pathId ?? '') ? String(BigInt(Number(call.pathId))) : call.pathId }),
  },
  'rounds the id in the answer to an update': {
    ...answer,
    setting: { pets: [{ petId: '9007199254740993', quantity: '5', status: 'sold' }] },
    ...answered((item) => ({ ...item, petId: BigInt(Number(item.petId)) })),
  },
  'refuses to update a sold pet': {
    ...answer,
    setting: { pets: [{ petId: '8', quantity: '5', status: 'sold' }] },
    ...updatesRefusedWith(409, (call) => petOf(call)?.status === 'sold'),
  },

  'answers 400 for an unknown pet': { ...unknownPet, ...updatesRefusedWith(400, hasUnknownPet) },
  'answers 410 for an unknown pet': { ...unknownPet, breaks: 'errors.404', ...updatesRefusedWith(410, hasUnknownPet) },
  'fails at an unknown pet': {
    ...unknownPet,
    caughtBy: ['status/documented'],
    ...updatesRefusedWith(500, hasUnknownPet),
  },
  'answers 200 for an unknown pet': {
    ...unknownPet,
    updateInventory: (usual) => (call) =>
      hasUnknownPet(call)
        ? reply(200, { petId: BigInt(call.pathId ?? 0), quantity: 1, status: 'available' })
        : usual(call),
  },
  'adds a pet that is unknown': {
    ...unknownPet,
    updateInventory: (usual) => (call) => {
      const quantity = call.seams.readQuantity(call);
      if (hasUnknownPet(call) && call.pathId !== undefined && quantity !== undefined) {
        call.state.pets.push({ petId: call.pathId, quantity, status: 'available' });
      }
      return usual(call);
    },
  },
  'answers 404 for an unknown pet but adds it': {
    ...unknownPet,
    caughtBy: ['update/unknown-pet', 'update/rejected-changes-nothing', 'inventory/get-is-safe'],
    updateInventory: (usual) => (call) => {
      const isUnknown = hasUnknownPet(call);
      const given = usual(call);
      if (isUnknown) call.state.pets.push({ petId: call.pathId ?? '', quantity: '1', status: 'available' });
      return given;
    },
  },
  'updates the first pet for an unknown one': {
    ...unknownPet,
    updateInventory: (usual) => (call) =>
      usual(hasUnknownPet(call) ? { ...call, pathId: call.state.pets[0]?.petId } : call),
  },

  'fails at a malformed id': { ...malformedId, ...updatesRefusedWith(500, hasMalformedId) },
  'takes a malformed id for the first pet': {
    ...malformedId,
    updateInventory: (usual) => (call) =>
      usual(hasMalformedId(call) ? { ...call, pathId: call.state.pets[0]?.petId } : call),
  },
};
