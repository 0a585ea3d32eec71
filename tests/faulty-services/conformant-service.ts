import { isLosslessNumber, parse } from 'lossless-json';
import { type Json, jsonText } from './json-text.js';
import { type LimitState, openWindows, type PlanQuota, takeOne, type Windows } from './limit-windows.js';
import { GOOD_KEY, type Headers, headerIn, type Service, type ServiceAnswer, type ServiceRequest } from './service.js';

// Written from the document alone. It shares no code with the fake, nor with what judges it: two mistakes that agree would hide each other.

/** Integers are kept as text: ids go beyond 2^53. */
export interface Pet {
  readonly petId: string;
  quantity: string;
  status: string;
}

export interface State {
  readonly pets: Pet[];
  readonly windows: Windows;
  messages: number;
  /** How often it was asked. */
  requests: number;
}

export type OperationName = 'listInventory' | 'updateInventory' | 'sendMessage' | 'showPet' | 'listOrders';

/** One request on its way. */
export interface Call {
  readonly request: ServiceRequest;
  readonly nowMs: number;
  readonly state: State;
  readonly seams: Seams;
  /** Path below the base address, as it was sent: `/inventory/7`. */
  readonly path: string;
  readonly operation: OperationName | undefined;
  /** Last segment of the path, where the operation has one for an id. */
  readonly pathId: string | undefined;
  readonly contentType: string | undefined;
}

/** An answer before it is written; no body: undefined. */
export interface Reply {
  readonly status: number;
  readonly body: Json | undefined;
  readonly headers: Headers;
}

/** The steps of an answer. A fault or a variation replaces one or two of them. */
export interface Seams {
  /** What happens in the world before the request is looked at. */
  beforehand(call: Call): void;
  isKeyGood(call: Call): boolean;
  charge(call: Call): LimitState;
  /** What an answer without a good key shows. */
  limitsOfStrangers(call: Call): LimitState;
  operate(call: Call): Reply;
  listInventory(call: Call): Reply;
  updateInventory(call: Call): Reply;
  showPet(call: Call): Reply;
  listOrders(call: Call): Reply;
  sendMessage(call: Call): Reply;
  /** Answers the quantity that the body gives, as text; undefined: the body is refused. */
  readQuantity(call: Call): string | undefined;
  setQuantity(call: Call, pet: Pet, quantity: string): void;
  /** Answers the text that the body gives; undefined: the body is refused. */
  readMessage(call: Call): string | undefined;
  item(pet: Pet): Json;
  refuse(call: Call, status: number): Reply;
  refuseStranger(call: Call, limits: LimitState): Reply;
  refuseLimited(call: Call, limits: LimitState): Reply;
  limitHeaders(call: Call, limits: LimitState): Headers;
  /** The last look at an answer. */
  finish(call: Call, answer: ServiceAnswer): ServiceAnswer;
}

export type Changes = { readonly [Name in keyof Seams]?: (usual: Seams[Name]) => Seams[Name] };

export interface Setting {
  readonly pets?: readonly Pet[];
  readonly quota?: PlanQuota;
  readonly messagesBasePath?: string;
  readonly answerMs?: number;
}

const BASE_PATH = '/v1';
const somePets: readonly Pet[] = [
  { petId: '1', quantity: '7', status: 'available' },
  { petId: '2', quantity: '0', status: 'sold' },
  { petId: '17', quantity: '3', status: 'pending' },
  { petId: '404', quantity: '12', status: 'available' },
  { petId: '9007199254740993', quantity: '5', status: 'available' },
];

/** Makes a service that keeps every promise, but for the steps that are changed. */
export function makeService(changes: Changes = {}, setting: Setting = {}): Service {
  const { pets = somePets, quota = { perMinute: 60, perDay: 1_000 }, messagesBasePath = BASE_PATH } = setting;
  const seams = changed(usualSeams, changes);
  const state = { pets: pets.map((pet) => ({ ...pet })), windows: openWindows(quota), messages: 0, requests: 0 };
  return {
    messagesBasePath,
    answerMs: setting.answerMs ?? 20,
    answer: (request, nowMs) => answer({ request, nowMs, state, seams, ...place(request, messagesBasePath) }),
  };
}

function changed(usual: Seams, changes: Changes): Seams {
  const apply = <Name extends keyof Seams>(seams: Seams, name: Name): Seams => {
    const change = changes[name];
    return change === undefined ? seams : { ...seams, [name]: change(usual[name]) };
  };
  return (Object.keys(changes) as (keyof Seams)[]).reduce(apply, usual);
}

function answer(call: Call): ServiceAnswer {
  const { seams, state } = call;
  state.requests++;
  seams.beforehand(call);
  const isKnown = seams.isKeyGood(call);
  const limits = isKnown ? seams.charge(call) : seams.limitsOfStrangers(call);
  const { status, body, headers } = replyTo(call, isKnown, limits);
  const written: Headers = [
    ['Date', new Date(call.nowMs).toUTCString()],
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ...seams.limitHeaders(call, limits),
    ...headers,
  ];
  const text = body === undefined ? '' : jsonText(body);
  return withoutBodyOfHead(call, seams.finish(call, { status, headers: written, body: text }));
}

function replyTo(call: Call, isKnown: boolean, limits: LimitState): Reply {
  if (!isKnown) return call.seams.refuseStranger(call, limits);
  if (limits.isExceeded) return call.seams.refuseLimited(call, limits);
  return call.seams.operate(call);
}

function withoutBodyOfHead({ request }: Call, answered: ServiceAnswer): ServiceAnswer {
  return request.method === 'HEAD' ? { ...answered, body: '' } : answered;
}

function place({ method, url, headers }: ServiceRequest, messagesBasePath: string) {
  const { pathname } = new URL(url);
  const path = pathname.startsWith(`${BASE_PATH}/`) ? pathname.slice(BASE_PATH.length) : pathname;
  const isMessage = method === 'POST' && pathname === `${messagesBasePath}/messages`;
  return {
    path,
    ...(isMessage ? { operation: 'sendMessage' as const, pathId: undefined } : operationAt(method, path)),
    contentType: headerIn(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase(),
  };
}

function operationAt(method: string, path: string): Pick<Call, 'operation' | 'pathId'> {
  const [, area, id, ...more] = path.split('/');
  const read = method === 'GET' || method === 'HEAD';
  if (read && path === '/inventory') return { operation: 'listInventory', pathId: undefined };
  if (read && path === '/store/orders') return { operation: 'listOrders', pathId: undefined };
  if (id === undefined || id === '' || more.length > 0) return { operation: undefined, pathId: undefined };
  if (read && area === 'pets') return { operation: 'showPet', pathId: id };
  if (method === 'PATCH' && area === 'inventory') return { operation: 'updateInventory', pathId: id };
  return { operation: undefined, pathId: undefined };
}

const isSuccess = (body: Json, status = 200): Reply => ({ status, body, headers: [] });

/** Tells whether a segment is an int64. */
export function isPetId(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

export function petOf({ state, pathId }: Call): Pet | undefined {
  if (pathId === undefined || !isPetId(pathId)) return undefined;
  return state.pets.find(({ petId }) => BigInt(petId) === BigInt(pathId));
}

/** Reads JSON, numbers as text; undefined where it is none. */
export function readJson(text: string | undefined): unknown {
  try {
    return parse(text ?? '', undefined, { onDuplicateKey: ({ newValue }) => newValue });
  } catch {
    return undefined;
  }
}

export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as Record<string, unknown>)[name];
}

const usualSeams: Seams = {
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

  listInventory: ({ state, seams }) => isSuccess(state.pets.map(seams.item)),

  updateInventory(call) {
    const { seams, pathId = '' } = call;
    if (!isPetId(pathId)) return seams.refuse(call, 400);
    const quantity = seams.readQuantity(call);
    if (quantity === undefined) return seams.refuse(call, 400);
    const pet = petOf(call);
    if (pet === undefined) return seams.refuse(call, 404);
    seams.setQuantity(call, pet, quantity);
    return isSuccess(seams.item(pet));
  },

  showPet(call) {
    const pet = petOf(call);
    if (pet === undefined) return call.seams.refuse(call, 404);
    return isSuccess({ id: BigInt(pet.petId), name: `Pet ${pet.petId}`, status: pet.status });
  },

  listOrders: () => isSuccess([{ id: 1, petId: 2, quantity: 1, status: 'placed' }]),

  sendMessage(call) {
    const text = call.seams.readMessage(call);
    if (text === undefined) return call.seams.refuse(call, 400);
    const id = `msg-${++call.state.messages}`;
    return isSuccess({ id, message: text, status: 'queued', createdAt: new Date(call.nowMs).toISOString() });
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
