import { GOOD_KEY, headerIn, type ServiceRequest } from '../conformant-service/service.js';
import { type Changes, petOf } from '../conformant-service/steps.js';
import type { OperationName } from '../conformant-service/traits.js';
import { asHtml, errorStatus, responsesWhere, responsesWith, withoutBody } from './changes.js';
import type { Fault } from './faulty-service.js';

const credentialsOf = ({ headers }: ServiceRequest) => headerIn(headers, 'authorization') ?? '';
const sentKeyOf = (request: ServiceRequest) => /^bearer +(\S+)$/i.exec(credentialsOf(request))?.[1] ?? '';
const hasNoKey = (request: ServiceRequest) => credentialsOf(request) === '';

const openTo = (test: (request: ServiceRequest) => boolean): Changes => ({
  isAuthorized: (usual) => (call) => usual(call) || test(call.request),
});

const openAt = (operation: OperationName): Changes => ({
  isAuthorized: (usual) => (call) => usual(call) || (call.operation === operation && hasNoKey(call.request)),
});

const returns = (status: number, test: (request: ServiceRequest) => boolean): Changes =>
  errorStatus(401, status, ({ request }) => test(request));

/** From the fourth time in a row that the same wrong key is shown. */
const wrongKeyInARow: Changes = {
  isAuthorized: (usual) => {
    let last = '';
    let times = 0;
    return (call) => {
      const key = sentKeyOf(call.request);
      times = key === last ? times + 1 : 1;
      last = key;
      return usual(call) || (key !== '' && times > 3);
    };
  },
};

/** Once after wrong keys. */
const wrongKeyLingers: Changes = {
  isAuthorized: (usual) => {
    let wasWrong = false;
    return (call) => {
      if (!usual(call)) {
        wasWrong ||= sentKeyOf(call.request) !== '';
        return false;
      }
      const isAuthorized = !wasWrong;
      wasWrong = false;
      return isAuthorized;
    };
  },
};

const anyOperation = ['auth/required/listInventory', 'auth/required/listOrders', 'auth/required/getPet'] as const;
const listNeedsKey = ['auth/required/listInventory'] as const;
const keyIsMissing = { breaks: 'auth.missing-or-invalid-key-answers-401', seenAt: 'read' } as const;

function acceptsBasic(request: ServiceRequest): boolean {
  const token = /^basic +(\S+)$/i.exec(credentialsOf(request))?.[1] ?? '';
  return [token, Buffer.from(token, 'base64').toString()].some((text) => text.split(':').includes(GOOD_KEY));
}

/** Authentication and its errors (§5). */
export const authFaults: Readonly<Record<string, Fault>> = {
  'requires no key at all': {
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
  'returns 200 for an update without a key and ignores it': {
    breaks: 'update.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/required/updateInventory'],
    unauthorized: (usual) => (call, limits) => {
      const pet = call.operation === 'updateInventory' ? petOf(call) : undefined;
      return pet === undefined ? usual(call, limits) : { status: 200, body: call.steps.item(call, pet), headers: [] };
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
  'accepts a wrong key when it is shown the fourth time in a row': {
    ...keyIsMissing,
    caughtBy: ['auth/invalid-key'],
    maxRequests: 600,
    ...wrongKeyInARow,
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
  'rejects the key once after wrong ones': {
    ...keyIsMissing,
    seenAt: 'write',
    caughtBy: ['auth/valid-key'],
    ...wrongKeyLingers,
  },
  'returns 403 without a key': { ...keyIsMissing, caughtBy: listNeedsKey, ...returns(403, hasNoKey) },
  'returns 400 without a key': {
    ...keyIsMissing,
    breaks: 'errors.401',
    caughtBy: listNeedsKey,
    ...returns(400, hasNoKey),
  },
  'returns 404 without a key': { ...keyIsMissing, caughtBy: listNeedsKey, ...returns(404, hasNoKey) },
  'returns 500 without a key': { ...keyIsMissing, caughtBy: ['status/documented'], ...returns(500, hasNoKey) },
  'returns 403 for a wrong key': {
    ...keyIsMissing,
    caughtBy: ['auth/invalid-key'],
    ...returns(403, (request) => sentKeyOf(request) !== ''),
  },
  'returns 500 for a wrong key': {
    ...keyIsMissing,
    caughtBy: ['auth/invalid-key', 'status/documented'],
    ...returns(500, (request) => sentKeyOf(request) !== ''),
  },
  'returns 403 for the key as Basic credentials': {
    ...keyIsMissing,
    caughtBy: ['auth/scheme'],
    ...returns(403, (request) => /^basic /i.test(credentialsOf(request))),
  },
  'redirects to a login page without a key': {
    ...keyIsMissing,
    caughtBy: listNeedsKey,
    ...responsesWith(401, (response) => ({
      status: 302,
      headers: [...response.headers, ['Location', 'https://login.petstore.test/']],
      body: '',
    })),
  },
  'returns 200 with an Error without a key': {
    ...keyIsMissing,
    caughtBy: listNeedsKey,
    ...responsesWith(401, (response) => ({ ...response, status: 200 })),
  },
  'returns an empty list without a key': {
    ...keyIsMissing,
    caughtBy: listNeedsKey,
    ...responsesWhere(
      ({ status }, { operation }) => status === 401 && operation === 'listInventory',
      (response) => ({ ...response, status: 200, body: '[]' }),
    ),
  },
  'returns 403 for an update without a key': {
    breaks: 'update.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/required/updateInventory'],
    ...errorStatus(401, 403, ({ operation }) => operation === 'updateInventory'),
  },
  'returns 403 for a message without a key': {
    breaks: 'messages.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/required/sendMessage'],
    ...errorStatus(401, 403, ({ operation }) => operation === 'sendMessage'),
  },
  'returns a page of HTML without a key': {
    breaks: 'inventory.answers-401',
    seenAt: 'read',
    caughtBy: ['errors/shape', 'body/json', 'body/content-type'],
    ...responsesWith(401, asHtml),
  },
  'returns an empty body without a key': {
    breaks: 'inventory.answers-401',
    seenAt: 'read',
    caughtBy: ['errors/shape'],
    ...responsesWith(401, withoutBody),
  },
  'changes stock before it verifies the key': {
    breaks: 'update.answers-401',
    seenAt: 'write',
    caughtBy: ['auth/refused-changes-nothing'],
    unauthorized: (usual) => (call, limits) => {
      const pet = petOf(call);
      const quantity = call.steps.readQuantity(call);
      if (call.operation === 'updateInventory' && pet && typeof quantity === 'bigint') pet.quantity = quantity;
      return usual(call, limits);
    },
  },
};
