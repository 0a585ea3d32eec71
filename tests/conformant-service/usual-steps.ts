import { readMembers } from './bodies.js';
import type { Json } from './json.js';
import type { LimitState } from './limits.js';
import { type Headers, headerIn } from './service.js';
import { type Call, petIdOf, petOf, type Reply, rejectId, type Steps } from './steps.js';
import type { OperationName, Situation } from './traits.js';

/** The steps of a service that conforms to the document, as its traits say. */
export const usualSteps: Steps = {
  arrive: () => undefined,

  beforehand: () => undefined,

  isAuthorized({ request, traits }) {
    const [scheme, key, ...more] = (headerIn(request.headers, 'authorization') ?? '').trim().split(/ +/);
    return scheme?.toLowerCase() === 'bearer' && key === traits.key && more.length === 0;
  },

  charge(call) {
    const { state, nowMs } = call;
    return isUnlimited(call) ? unusedLimits(nowMs) : state.counter.charge(nowMs);
  },

  limitsWithoutKey(call) {
    const { traits, state, nowMs } = call;
    return traits.strangers === 'are not counted' || isUnlimited(call)
      ? unusedLimits(nowMs)
      : state.counterWithoutKey.charge(nowMs);
  },

  operate(call) {
    const { operation, steps } = call;
    return rejectPath(call) ?? rejectMethod(call) ?? steps[operation as OperationName](call);
  },

  listInventory: (call) => success(petsInOrder(call).map((pet) => call.steps.item(call, pet))),

  updateInventory(call) {
    const { steps } = call;
    if (petIdOf(call) === undefined) return rejectId(call);
    const quantity = steps.readQuantity(call);
    if (typeof quantity !== 'bigint') return steps.error(call, quantity.status, quantity.situation);
    const pet = petOf(call);
    if (pet === undefined) return steps.error(call, 404, 'pet unknown');
    steps.setQuantity(call, pet, quantity);
    return success(steps.item(call, pet));
  },

  showPet: findPet,

  listOrders: ({ traits }) => success(traits.orders),

  sendMessage(call) {
    const { steps, traits, state, nowMs } = call;
    const message = steps.readMessage(call);
    if (typeof message !== 'string') return steps.error(call, message.status, message.situation);
    const id = traits.messageId(++state.messages, nowMs);
    const body = { id, message, status: 'queued', createdAt: traits.createdAt(nowMs) };
    return { status: traits.messageStatus, body, headers: [] };
  },

  readQuantity(call) {
    const { quantities } = call.traits;
    const quantity = readMember(call, 'quantity');
    if ('situation' in quantity) return quantity;
    if (typeof quantity.value !== 'bigint') return { situation: 'field wrong', status: 400 };
    const [least, most] = quantities;
    const isInRange = quantity.value >= least && quantity.value <= most;
    return isInRange ? quantity.value : { situation: 'field out of range', status: 400 };
  },

  setQuantity(_call, pet, quantity) {
    pet.quantity = quantity;
  },

  readMessage(call) {
    const message = readMember(call, 'message');
    if ('situation' in message) return message;
    const { emptyMessages } = call.traits;
    if (typeof message.value === 'string') {
      const text = emptyMessages === 'blanks rejected' ? message.value.trim() : message.value;
      return text === '' && emptyMessages !== 'accepted' ? { situation: 'field blank', status: 400 } : message.value;
    }
    return call.traits.otherMessages === 'taken as text' ? message.json : { situation: 'field wrong', status: 400 };
  },

  item: ({ traits }, { petId, quantity, status }) => ({ petId, quantity, status, ...traits.itemFields }),

  error(call, status, situation = 'something else') {
    const { traits, pathId = '', state, operation } = call;
    const { method, url, body: text = '' } = call.request;
    const path = /^\w+:\/\/[^/]+([^?]*)/.exec(url)?.[1] ?? '';
    const rejected = { petId: pathId, count: state.requests, operation, method, path, body: text };
    const body = { ...traits.error(situation, status, rejected), status };
    return { status, body, headers: status === 401 ? challengeOf(call) : [] };
  },

  unauthorized(call) {
    return call.steps.error(call, 401, problemOf(call));
  },

  tooManyRequests(call, { retryAtMs }) {
    const endMs = retryAtMs + call.traits.retryDelaySeconds * 1_000;
    const seconds = Math.max(1, Math.ceil((endMs - call.nowMs) / 1_000));
    const date = new Date(Math.ceil(endMs / 1_000) * 1_000).toUTCString();
    const reply = call.steps.error(call, 429, 'too many requests');
    const retryAfter = call.traits.retryAfter === 'date' ? date : String(seconds);
    return { ...reply, headers: [...reply.headers, ['Retry-After', retryAfter]] };
  },

  limitHeaders(call, limits) {
    const { limit, remaining, resetMs } = limits;
    if (isUnlimited(call)) return [];
    return [
      ['X-RateLimit-Limit', String(limit)],
      ['X-RateLimit-Remaining', String(remaining)],
      ['X-RateLimit-Reset', String(Math.ceil(resetMs / 1_000))],
      ...ietfHeaders(call, limits),
    ];
  },

  finish: (_call, response) => response,
};

function ietfHeaders({ traits, nowMs }: Call, { windows = [], limit, resetMs }: LimitState): Headers {
  const { policies, limits, names } = traits.ietfFields;
  const written = windows.map((window, index) => ({
    policy: `"${names[index]}"; q=${window.limit}; w=${window.lengthMs / 1_000}`,
    left: `"${names[index]}"; r=${window.remaining}; t=${Math.ceil((window.resetMs - nowMs) / 1_000)}`,
    isDescribed: window.limit === limit && window.resetMs === resetMs,
  }));
  const chosen = (which: 'all' | 'described') => written.filter(({ isDescribed }) => which === 'all' || isDescribed);
  return [
    ...(policies
      ? [
          [
            'RateLimit-Policy',
            chosen(policies)
              .map(({ policy }) => policy)
              .join(','),
          ] as const,
        ]
      : []),
    ...(limits
      ? [
          [
            'RateLimit',
            chosen(limits)
              .map(({ left }) => left)
              .join(','),
          ] as const,
        ]
      : []),
  ];
}

/** Returns whether a request is outside the limits, and its response without limit headers. */
export function isUnlimited({ operation, traits }: Call): boolean {
  return operation === 'sendMessage' && !traits.areMessagesLimited;
}

/** A full minute and day without requests. */
function unusedLimits(nowMs: number) {
  const unused = (limit: number, lengthMs: number) => {
    const resetMs = (Math.floor(nowMs / lengthMs) + 1) * lengthMs;
    return { limit, remaining: limit, resetMs, lengthMs };
  };
  const minute = unused(60, 60_000);
  return { ...minute, retryAtMs: minute.resetMs, isExceeded: false, windows: [minute, unused(1_000, 86_400_000)] };
}

function success(body: Json): Reply {
  return { status: 200, body, headers: [] };
}

/** Returns the one documented method of a path; undefined if no operation has that path. */
function methodAt(path: string): string | undefined {
  if (/^\/(?:inventory|store\/orders|pets\/[^/]+)$/.test(path)) return 'GET';
  if (/^\/inventory\/[^/]+$/.test(path)) return 'PATCH';
  return path === '/messages' ? 'POST' : undefined;
}

export function rejectPath(call: Call): Reply | undefined {
  return methodAt(call.path) === undefined ? call.steps.error(call, 404, 'path unknown') : undefined;
}

/** Rejects a method that a path does not have. */
export function rejectMethod(call: Call): Reply | undefined {
  const method = methodAt(call.path);
  if (method === undefined || call.operation !== undefined) return undefined;
  const status = call.traits.unknownMethod;
  if (status === 404) return call.steps.error(call, 404, 'path unknown');
  const allowed = method === 'GET' ? 'GET, HEAD' : method;
  return { ...call.steps.error(call, status, 'method unknown'), headers: [['Allow', allowed]] };
}

function petsInOrder({ state: { pets, requests }, traits: { order } }: Call) {
  if (order === 'as stored') return pets;
  if (order === 'by last digit') return pets.toSorted((a, b) => Number(a.petId % 10n) - Number(b.petId % 10n));
  if (order === 'rotating') {
    const start = requests % Math.max(1, pets.length);
    return [...pets.slice(start), ...pets.slice(0, start)];
  }
  const sign = order === 'descending' ? -1 : 1;
  return pets.toSorted((a, b) => (a.petId < b.petId ? -sign : sign));
}

function findPet(call: Call): Reply {
  const { steps, traits } = call;
  if (petIdOf(call) === undefined) return rejectId(call);
  const pet = petOf(call);
  return pet === undefined ? steps.error(call, 404, 'pet unknown') : success(traits.pet(pet));
}

/** Returns the one documented field of a body, or why the body is rejected. */
function readMember(call: Call, name: string) {
  const problem = (situation: Situation) => ({ situation, status: 400 });
  const body = readMembers(call);
  if ('situation' in body) return body;
  const { [name]: member, ...others } = body.members;
  if (member === undefined) return problem('field missing');
  const { unknownFields } = call.traits;
  return unknownFields === 'rejected' && Object.keys(others).length > 0 ? problem('field unknown') : member;
}

type KeyProblem = Extract<Situation, `key ${string}`>;

function problemOf({ request }: Call): KeyProblem {
  const credentials = headerIn(request.headers, 'authorization')?.trim();
  if (credentials === undefined) return 'key missing';
  if (/^(?:bearer)?$/i.test(credentials)) return 'key missing';
  return /^bearer /i.test(credentials) ? 'key wrong' : 'key not bearer';
}

/** Returns the headers of a 401 that ask for a key. */
function challengeOf(call: Call): Headers {
  const { missing, wrong } = call.traits.challenge;
  const challenge = problemOf(call) === 'key wrong' ? wrong : missing;
  return challenge === undefined ? [] : [['WWW-Authenticate', challenge]];
}

/** Returns the headers of the deprecated operation, which every response at its path has. */
export function deprecationAt({ path, traits }: Call): Headers {
  return /^\/pets\/[^/]+$/.test(path) ? traits.deprecation : [];
}
