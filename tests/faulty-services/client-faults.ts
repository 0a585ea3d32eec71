import { Counter } from '../conformant-service/limits.js';
import { headerIn } from '../conformant-service/service.js';
import type { Call, Changes } from '../conformant-service/steps.js';
import { asHtml, asText, everyResponse, failing, reply, responsesWhere } from './changes.js';
import type { Fault } from './faulty-service.js';

const sent = ({ request }: Call, name: string) => headerIn(request.headers, name);
const isBrowser = (call: Call) => sent(call, 'accept')?.includes('text/html') === true;
const isChunked = (call: Call) => sent(call, 'transfer-encoding') === 'chunked';

/** Rejects some requests before anything else is looked at. */
const rejecting = (status: number, test: (call: Call) => boolean): Changes => ({
  operate: (usual) => (call) => (test(call) ? call.steps.error(call, status) : usual(call)),
});

/** Returns the key that a header of exactly this name shows, as a program does that compares names as they are written. */
const bearerNamed = (call: Call) => call.request.headers.some(([name]) => name === 'Authorization');

/** Frameworks that negotiate, and read what the document does not mention. */
export const clientFaults: Readonly<Record<string, Fault>> = {
  'shows browsers a page that explains the operation': {
    breaks: 'service.bodies-are-application-json',
    seenAt: 'read',
    caughtBy: ['body/json', 'body/content-type'],
    ...responsesWhere(({ status }, call) => status === 200 && isBrowser(call), asHtml),
  },
  'returns XML to clients that name no type': {
    breaks: 'service.http-with-json-bodies',
    seenAt: 'read',
    caughtBy: ['body/json', 'body/content-type'],
    ...responsesWhere(
      ({ body }, call) => body !== '' && sent(call, 'accept') === undefined,
      (response) => asText(response, 'application/xml', '<response/>'),
    ),
  },
  'accepts no client that accepts anything else than JSON': {
    breaks: 'inventory.answers-200-with-items',
    seenAt: 'read',
    caughtBy: ['status/documented'],
    ...rejecting(406, (call) => !/^application\/json$/.test(sent(call, 'accept') ?? '')),
  },
  'redirects browsers without a key to a page to log in': {
    breaks: 'auth.missing-or-invalid-key-answers-401',
    seenAt: 'read',
    caughtBy: ['auth/required/listOrders'],
    unauthorized: (usual) => (call, limits) =>
      isBrowser(call) ? reply(302, undefined, [['Location', '/login']]) : usual(call, limits),
  },
  'fails without a User-Agent': {
    breaks: 'inventory.answers-200-with-items',
    seenAt: 'read',
    caughtBy: ['status/documented'],
    ...rejecting(500, (call) => sent(call, 'user-agent') === undefined),
  },
  'rejects lists without a User-Agent as bad requests': {
    breaks: 'inventory.answers-200-with-items',
    seenAt: 'read',
    caughtBy: ['status/documented'],
    ...failing('listInventory', 400, (call) => sent(call, 'user-agent') === undefined),
  },
  'translates statuses': {
    breaks: 'pet-status.values',
    seenAt: 'read',
    caughtBy: ['inventory/list-shape'],
    item: (usual) => (call, pet) => {
      const isGerman = sent(call, 'accept-language')?.startsWith('de') === true;
      return usual(call, isGerman ? { ...pet, status: 'verfügbar' } : pet);
    },
  },
  'writes numbers as the language of the client has them': {
    breaks: 'inventory-item.quantity',
    seenAt: 'read',
    caughtBy: ['inventory/list-shape'],
    item: (usual) => (call, pet) => {
      const language = sent(call, 'accept-language');
      const { petId, quantity, status } = pet;
      return language === undefined ? usual(call, pet) : { petId, quantity: quantity.toLocaleString('de'), status };
    },
  },
  'counts requests by the address in X-Forwarded-For': {
    breaks: 'limits.remaining-is-requests-left',
    seenAt: 'read',
    caughtBy: ['limits/remaining-falls', 'limits/reset-steady'],
    charge: (usual) => {
      const byAddress = new Map<string, Counter>();
      return (call) => {
        const address = sent(call, 'x-forwarded-for');
        if (address === undefined) return usual(call);
        const counter = byAddress.get(address) ?? new Counter({ perMinute: 60, perDay: 1_000 });
        byAddress.set(address, counter);
        return counter.charge(call.nowMs);
      };
    },
  },
  'lets a cookie of its session in': {
    breaks: 'auth.every-operation-requires-bearer',
    seenAt: 'read',
    caughtBy: ['auth/required/listInventory'],
    isAuthorized: (usual) => (call) => usual(call) || sent(call, 'cookie')?.includes('session=abc-123-def') === true,
    ...responsesWhere(
      ({ status }) => status < 300,
      (response) => ({
        ...response,
        headers: [...response.headers, ['Set-Cookie', 'session=abc-123-def; Path=/; HttpOnly']],
      }),
    ),
  },
  'sets a cookie with the key, and accepts it from there': {
    breaks: 'auth.every-operation-needs-authorization-header',
    seenAt: 'read',
    caughtBy: ['auth/required/listInventory'],
    isAuthorized: (usual) => (call) => usual(call) || sent(call, 'cookie')?.includes(call.traits.key) === true,
    ...everyResponse((response, { traits }) =>
      response.status === 401
        ? response
        : { ...response, headers: [...response.headers, ['set-cookie', `token=${traits.key}; Max-Age=600`]] },
    ),
  },
  'ignores a body in chunks': {
    breaks: 'update.sets-quantity',
    seenAt: 'write',
    caughtBy: ['update/sets', 'update/answer'],
    readQuantity: (usual) => (call) =>
      isChunked(call) ? usual({ ...call, request: { ...call.request, body: undefined } }) : usual(call),
  },
  'requires a length of bodies': {
    breaks: 'update.answers-200-with-updated-item',
    seenAt: 'write',
    caughtBy: ['status/documented'],
    ...failing('updateInventory', 411, isChunked),
  },
  'stores 0 for a body in chunks': {
    breaks: 'update.sets-quantity',
    seenAt: 'write',
    caughtBy: ['update/answer', 'update/sets', 'update/stored', 'update/accepted-means-stored'],
    readQuantity: (usual) => (call) => {
      const quantity = usual(call);
      return typeof quantity === 'bigint' && isChunked(call) ? 0n : quantity;
    },
  },
  'does not know what a client expects': {
    breaks: 'messages.answers-with-message',
    seenAt: 'write',
    caughtBy: ['status/documented', 'messages/answer'],
    ...failing('sendMessage', 417, (call) => sent(call, 'expect') !== undefined),
  },
  'reads no body that comes after a 100': {
    breaks: 'messages.answers-with-message',
    seenAt: 'write',
    caughtBy: ['messages/answer'],
    readMessage: (usual) => (call) =>
      sent(call, 'expect') === undefined ? usual(call) : usual({ ...call, request: { ...call.request, body: '' } }),
  },
  'finds the key under a capital A only': {
    breaks: 'auth.client-sends-key-as-bearer',
    seenAt: 'write',
    caughtBy: ['auth/valid-key'],
    isAuthorized: (usual) => (call) => bearerNamed(call) && usual(call),
  },
  'finds the content type under capitals only': {
    breaks: 'messages.answers-with-message',
    seenAt: 'write',
    caughtBy: ['messages/answer'],
    readMessage: (usual) => (call) => {
      const isFound = call.request.headers.some(([name]) => name === 'Content-Type');
      return isFound ? usual(call) : { situation: 'type wrong', status: 400 };
    },
  },
};
