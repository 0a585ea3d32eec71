import { type OperationName, petOf } from './call.js';
import { answersOf, answersWhere, asHtml } from './changes.js';
import type { Changes } from './conformant-service.js';
import type { Fault } from './faulty-service.js';
import { GOOD_KEY, headerIn, type ServiceRequest } from './service.js';

const credentialsOf = ({ headers }: ServiceRequest) => headerIn(headers, 'authorization') ?? '';
const sentKeyOf = (request: ServiceRequest) => /^bearer +(\S+)$/i.exec(credentialsOf(request))?.[1] ?? '';
const hasNoKey = (request: ServiceRequest) => credentialsOf(request) === '';

const openTo = (test: (request: ServiceRequest) => boolean): Changes => ({
  isKeyGood: (usual) => (call) => usual(call) || test(call.request),
});

const openAt = (operation: OperationName): Changes => ({
  isKeyGood: (usual) => (call) => usual(call) || (call.operation === operation && hasNoKey(call.request)),
});

const refusedWith = (status: number, test: (request: ServiceRequest) => boolean = () => true): Changes => ({
  refuse: (usual) => (call, meant) => usual(call, meant === 401 && test(call.request) ? status : meant),
});

const anyOperation = ['auth/required/listInventory', 'auth/required/listOrders', 'auth/required/getPet'] as const;
const listNeedsKey = ['auth/required/listInventory'] as const;
const keyIsMissing = { breaks: 'auth.missing-or-invalid-key-answers-401', seenAt: 'read' } as const;

function acceptsBasic(request: ServiceRequest): boolean {
  const token = /^basic +(\S+)$/i.exec(credentialsOf(request))?.[1] ?? '';
  return [token, Buffer.from(token, 'base64').toString()].some((text) => text.split(':').includes(GOOD_KEY));
}

/** Who is let in, and how others are turned away (§5). */
export const authFaults: Readonly<Record<string, Fault>> = {
  'asks for no key at all': {
    breaks: 'auth.every-operation-requires-bearer',
    seenAt: 'read',
    caughtBy: anyOperation,
    ...openTo(() => true),
  },
  'lists the inventory without a key': { ...keyIsMissing, caughtBy: listNeedsKey, ...openAt('listInventory') },
  'lists orders without a key': { ...keyIsMissing, caughtBy: ['auth/required/listOrders'], ...openAt('listOrders') },
  'shows a pet without a key': { ...keyIsMissing, caughtBy: ['auth/required/getPet'], ...openAt('showPet') },
  'updates stock without a key': {
    breaks: 'update.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/required/updateInventory'],
    ...openAt('updateInventory'),
  },
  'answers an update without a key as if it were done': {
    breaks: 'update.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/required/updateInventory'],
    refuseStranger: (usual) => (call, limits) => {
      const pet = call.operation === 'updateInventory' ? petOf(call) : undefined;
      return pet === undefined ? usual(call, limits) : { status: 200, body: call.seams.item(pet), headers: [] };
    },
  },
  'sends messages without a key': {
    breaks: 'messages.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/required/sendMessage'],
    ...openAt('sendMessage'),
  },
  'accepts any bearer token': {
    ...keyIsMissing,
    caughtBy: ['auth/invalid-key'],
    ...openTo((request) => sentKeyOf(request) !== ''),
  },
  'accepts a key that only begins like the right one': {
    ...keyIsMissing,
    caughtBy: ['auth/invalid-key'],
    ...openTo((request) => sentKeyOf(request) !== '' && GOOD_KEY.startsWith(sentKeyOf(request))),
  },
  'accepts every key of the right length': {
    ...keyIsMissing,
    caughtBy: ['auth/invalid-key'],
    ...openTo((request) => sentKeyOf(request).length === GOOD_KEY.length),
  },
  'accepts the key as Basic credentials': {
    breaks: 'auth.inventory-uses-http-bearer',
    seenAt: 'read',
    caughtBy: ['auth/scheme'],
    ...openTo(acceptsBasic),
  },
  'accepts the key as api_key in the query': {
    breaks: 'auth.every-operation-needs-authorization-header',
    seenAt: 'read',
    caughtBy: ['auth/scheme'],
    ...openTo(({ url }) => new URL(url).searchParams.get('api_key') === GOOD_KEY),
  },
  'accepts the key as access_token in the query': {
    breaks: 'auth.every-operation-needs-authorization-header',
    seenAt: 'read',
    caughtBy: ['auth/scheme'],
    ...openTo(({ url }) => new URL(url).searchParams.get('access_token') === GOOD_KEY),
  },
  'answers 403 without a key': { ...keyIsMissing, caughtBy: listNeedsKey, ...refusedWith(403, hasNoKey) },
  'answers 400 without a key': {
    ...keyIsMissing,
    breaks: 'errors.401',
    caughtBy: listNeedsKey,
    ...refusedWith(400, hasNoKey),
  },
  'answers 404 without a key': { ...keyIsMissing, caughtBy: listNeedsKey, ...refusedWith(404, hasNoKey) },
  'answers 500 without a key': { ...keyIsMissing, caughtBy: ['status/documented'], ...refusedWith(500, hasNoKey) },
  'answers 403 to a wrong key': {
    ...keyIsMissing,
    caughtBy: ['auth/invalid-key'],
    ...refusedWith(403, (request) => sentKeyOf(request) !== ''),
  },
  'answers 500 to a wrong key': {
    ...keyIsMissing,
    caughtBy: ['auth/invalid-key', 'status/documented'],
    ...refusedWith(500, (request) => sentKeyOf(request) !== ''),
  },
  'answers 403 to the key as Basic credentials': {
    ...keyIsMissing,
    caughtBy: ['auth/scheme'],
    ...refusedWith(403, (request) => /^basic /i.test(credentialsOf(request))),
  },
  'redirects to a login page without a key': {
    ...keyIsMissing,
    caughtBy: listNeedsKey,
    ...answersOf(401, (answer) => ({
      status: 302,
      headers: [...answer.headers, ['Location', 'https://login.petstore.test/']],
      body: '',
    })),
  },
  'answers 200 with an Error without a key': {
    ...keyIsMissing,
    caughtBy: listNeedsKey,
    ...answersOf(401, (answer) => ({ ...answer, status: 200 })),
  },
  'answers an empty list without a key': {
    ...keyIsMissing,
    caughtBy: listNeedsKey,
    ...answersWhere(
      ({ status }, { operation }) => status === 401 && operation === 'listInventory',
      (answer) => ({ ...answer, status: 200, body: '[]' }),
    ),
  },
  'answers 403 to an update without a key': {
    breaks: 'update.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/required/updateInventory'],
    refuse: (usual) => (call, status) =>
      usual(call, status === 401 && call.operation === 'updateInventory' ? 403 : status),
  },
  'answers 403 to a message without a key': {
    breaks: 'messages.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/required/sendMessage'],
    refuse: (usual) => (call, status) => usual(call, status === 401 && call.operation === 'sendMessage' ? 403 : status),
  },
  'asks for a key with a page of HTML': {
    breaks: 'inventory.answers-401',
    seenAt: 'read',
    caughtBy: ['errors/shape', 'body/json', 'body/content-type'],
    ...answersOf(401, asHtml),
  },
  'asks for a key with an empty answer': {
    breaks: 'inventory.answers-401',
    seenAt: 'read',
    caughtBy: ['errors/shape'],
    ...answersOf(401, (answer) => ({ ...answer, body: '' })),
  },
  'changes stock before it asks for the key': {
    breaks: 'update.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/refused-changes-nothing'],
    refuse: (usual) => (call, status) => {
      const pet = petOf(call);
      const quantity = call.seams.readQuantity(call);
      if (status === 401 && call.request.method === 'PATCH' && pet && quantity !== undefined) pet.quantity = quantity;
      return usual(call, status);
    },
  },
};
