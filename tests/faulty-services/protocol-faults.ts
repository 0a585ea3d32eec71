import { type Headers, headerIn, type ServiceResponse } from '../conformant-service/service.js';
import type { Changes } from '../conformant-service/steps.js';
import { everyResponse, reply, responsesWhere, successAs, successesOf, withoutBody } from './changes.js';
import type { Fault } from './faulty-service.js';

const once = {
  breaks: 'limits.every-response-carries-headers',
  seenAt: 'read',
  caughtBy: ['limits/headers-once'],
} as const;
const cached = {
  breaks: 'limits.remaining-is-requests-left',
  seenAt: 'read',
  caughtBy: ['limits/remaining-falls'],
} as const;
const status = { seenAt: 'read', caughtBy: ['status/documented'] } as const;

const adding = (headers: (response: ServiceResponse) => Headers) => (response: ServiceResponse) => ({
  ...response,
  headers: [...response.headers, ...headers(response)],
});

const limitsIn = ({ headers }: ServiceResponse) => headers.filter(([name]) => /^x-ratelimit-/i.test(name));

/** Repeats the limit headers that were computed for an earlier response, as long as a test says. */
function keepingLimits(isFresh: (ageMs: number, uses: number) => boolean): Changes {
  return {
    finish: (usual) => {
      let kept: { headers: Headers; atMs: number; uses: number } | undefined;
      return (call, given) => {
        const response = usual(call, given);
        if (!call.steps.isAuthorized(call)) return response;
        if (kept === undefined || !isFresh(call.nowMs - kept.atMs, kept.uses)) {
          kept = { headers: limitsIn(response), atMs: call.nowMs, uses: 0 };
        }
        kept.uses++;
        const others = response.headers.filter(([name]) => !/^x-ratelimit-/i.test(name));
        return { ...response, headers: [...others, ...kept.headers] };
      };
    },
  };
}

/** What gateways, caches and frameworks do with headers and statuses. */
export const protocolFaults: Readonly<Record<string, Fault>> = {
  'sends the limit headers twice': { ...once, ...everyResponse(adding(limitsIn)) },
  'has limits of the gateway beside its own': {
    ...once,
    ...everyResponse(
      adding(() => [
        ['x-ratelimit-limit', '1000'],
        ['x-ratelimit-remaining', '987'],
      ]),
    ),
  },
  'sends Reset twice with errors': {
    ...once,
    ...responsesWhere(
      (response) => response.status >= 400,
      adding((response) => [['X-RateLimit-Reset', headerIn(response.headers, 'x-ratelimit-reset') ?? '']]),
    ),
  },
  'joins two limits in one header': {
    ...once,
    ...everyResponse((response) => ({
      ...response,
      headers: response.headers.map(([name, value]) => [name, name === 'X-RateLimit-Limit' ? `${value}, 1000` : value]),
    })),
  },
  'sends the content type twice': {
    breaks: 'service.bodies-are-application-json',
    seenAt: 'read',
    caughtBy: ['body/content-type'],
    ...responsesWhere(
      ({ body }) => body !== '',
      adding(() => [['Content-Type', 'application/json; charset=utf-8']]),
    ),
  },
  'computes the limit headers every two seconds': { ...cached, ...keepingLimits((ageMs) => ageMs < 2_000) },
  'computes the limit headers for every fourth request': { ...cached, ...keepingLimits((_ageMs, uses) => uses < 4) },
  'shows a list from a cache with the limits of then': {
    ...cached,
    finish: (usual) => {
      let kept: ServiceResponse | undefined;
      return (call, given) => {
        const response = usual(call, given);
        if (call.operation !== 'listInventory' || response.status !== 200) return response;
        const headers = [
          ...response.headers.filter(([name]) => !/^x-ratelimit-/i.test(name)),
          ...limitsIn(kept ?? response),
        ];
        kept ??= response;
        return { ...response, headers };
      };
    },
  },

  'returns 304 to a list that has not changed, without a condition': {
    ...status,
    breaks: 'inventory.answers-200-with-items',
    finish: (usual) => {
      let last = '';
      return (call, given) => {
        const response = usual(call, given);
        if (call.operation !== 'listInventory' || response.status !== 200) return response;
        const isSame = response.body === last;
        last = response.body;
        return isSame ? { ...withoutBody(response), status: 304 } : response;
      };
    },
  },
  'returns 304 to every list': {
    ...status,
    breaks: 'inventory.answers-200-with-items',
    ...successesOf('listInventory', (response) => ({ ...withoutBody(response), status: 304 })),
  },
  'returns 304 for orders': {
    ...status,
    breaks: 'orders.exists',
    ...successesOf('listOrders', (response) => ({ ...withoutBody(response), status: 304 })),
  },
  'returns 304 to an update that changes nothing': {
    ...status,
    breaks: 'update.answers-200-with-updated-item',
    seenAt: 'write',
    caughtBy: ['status/documented', 'update/sets'],
    updateInventory: (usual) => (call) => {
      const before = call.state.pets.map(({ quantity }) => quantity).join();
      const given = usual(call);
      const isSame = call.state.pets.map(({ quantity }) => quantity).join() === before;
      return given.status === 200 && isSame ? reply(304, undefined) : given;
    },
  },
  'returns 206 with orders': {
    ...status,
    breaks: 'orders.exists',
    ...successesOf('listOrders', (response) => ({ ...response, status: 206 })),
  },
  'returns 206 with a pet': {
    ...status,
    breaks: 'pets.is-deprecated-with-sunset-date',
    ...successesOf('showPet', (response) => ({ ...response, status: 206 })),
  },
  'redirects updates to a path with a slash': {
    ...status,
    breaks: 'update.method-and-path',
    seenAt: 'write',
    ...successAs('updateInventory', (_given, { request }) => reply(308, undefined, [['Location', `${request.url}/`]])),
  },
  'redirects updates to the list': {
    ...status,
    breaks: 'update.answers-200-with-updated-item',
    seenAt: 'write',
    ...successAs('updateInventory', () => reply(303, undefined, [['Location', '/v1/inventory']])),
  },
  'returns an empty 200 to an update': {
    breaks: 'update.answers-200-with-updated-item',
    seenAt: 'write',
    caughtBy: ['update/answer'],
    ...successAs('updateInventory', () => reply(200, undefined)),
  },
  'returns an empty 200 to a message': {
    breaks: 'messages.answers-with-message',
    seenAt: 'write',
    caughtBy: ['messages/answer'],
    ...successAs('sendMessage', () => reply(200, undefined)),
  },
  'redirects strangers to a page to log in': {
    breaks: 'auth.missing-or-invalid-key-answers-401',
    seenAt: 'read',
    caughtBy: ['auth/required/listInventory', 'auth/required/getPet', 'auth/required/listOrders'],
    unauthorized: () => () => reply(302, undefined, [['Location', '/login?next=%2Fv1%2Finventory']]),
  },
};
