import type { Json } from './json-text.js';
import type { LimitState, Windows } from './limit-windows.js';
import { type Headers, headerIn, type ServiceAnswer, type ServiceRequest } from './service.js';

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
  /** Returns the quantity that the body gives, as text; undefined: the body is refused. */
  readQuantity(call: Call): string | undefined;
  setQuantity(call: Call, pet: Pet, quantity: string): void;
  /** Returns the text that the body gives; undefined: the body is refused. */
  readMessage(call: Call): string | undefined;
  item(pet: Pet): Json;
  refuse(call: Call, status: number): Reply;
  refuseStranger(call: Call, limits: LimitState): Reply;
  refuseLimited(call: Call, limits: LimitState): Reply;
  limitHeaders(call: Call, limits: LimitState): Headers;
  /** The last look at an answer. */
  finish(call: Call, answer: ServiceAnswer): ServiceAnswer;
}

export const BASE_PATH = '/v1';

/** Finds what a request asks for. */
export function place({ method, url, headers }: ServiceRequest, messagesBasePath: string) {
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

/** Returns whether a segment is an int64. */
export function isPetId(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

export function petOf({ state, pathId }: Call): Pet | undefined {
  if (pathId === undefined || !isPetId(pathId)) return undefined;
  return state.pets.find(({ petId }) => BigInt(petId) === BigInt(pathId));
}
