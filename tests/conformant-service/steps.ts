import type { Json } from './json.js';
import type { Counter, LimitState } from './limits.js';
import type { Headers, ServiceRequest, ServiceResponse } from './service.js';
import type { OperationName, Pet, Situation, Traits } from './traits.js';

export interface State {
  readonly pets: Pet[];
  readonly counter: Counter;
  /** Counts requests without a good key, where these are counted. */
  readonly counterWithoutKey: Counter;
  messages: number;
  /** All requests so far. */
  requests: number;
}

/** One request and everything that its response depends on. */
export interface Call {
  readonly request: ServiceRequest;
  readonly nowMs: number;
  readonly traits: Traits;
  readonly state: State;
  readonly steps: Steps;
  /** Below the base URL, as it was sent: `/inventory/7`. */
  readonly path: string;
  readonly operation: OperationName | undefined;
  /** The last segment of the path, where the operation has an id there. */
  readonly pathId: string | undefined;
  readonly contentType: string | undefined;
}

/** Why a body is rejected. */
export interface Problem {
  readonly situation: Situation;
  readonly status: number;
}

/** A response before it is written; no body: undefined. */
export interface Reply {
  readonly status: number;
  readonly body: Json | undefined;
  readonly headers: Headers;
}

/** The steps to a response. A fault replaces one or two of them. */
export interface Steps {
  /** Runs when a request arrives; others may arrive before the other steps. It may wait for them. */
  arrive(call: Call): void | Promise<void>;
  /** Runs before the request is looked at. */
  beforehand(call: Call): void;
  isAuthorized(call: Call): boolean;
  charge(call: Call): LimitState;
  /** Returns the limits that a response without a good key describes. */
  limitsWithoutKey(call: Call): LimitState;
  operate(call: Call): Reply;
  listInventory(call: Call): Reply;
  updateInventory(call: Call): Reply;
  showPet(call: Call): Reply;
  listOrders(call: Call): Reply;
  sendMessage(call: Call): Reply;
  readQuantity(call: Call): bigint | Problem;
  setQuantity(call: Call, pet: Pet, quantity: bigint): void;
  readMessage(call: Call): string | Problem;
  item(call: Call, pet: Pet): Json;
  error(call: Call, status: number, situation?: Situation): Reply;
  unauthorized(call: Call, limits: LimitState): Reply;
  tooManyRequests(call: Call, limits: LimitState): Reply;
  limitHeaders(call: Call, limits: LimitState): Headers;
  /** Runs last. */
  finish(call: Call, response: ServiceResponse): ServiceResponse;
}

/** Replaces steps; each gets the step that it replaces. */
export type Changes = { readonly [Name in keyof Steps]?: (usual: Steps[Name]) => Steps[Name] };

/** Returns the id in the path; undefined if it is malformed. */
export function petIdOf({ pathId = '', traits }: Call): bigint | undefined {
  return traits.readId(pathId);
}

/** Returns the response to a malformed id, which may depend on its form. */
export function rejectId(call: Call): Reply {
  const { malformedId } = call.traits;
  const status = typeof malformedId === 'function' ? malformedId(call.pathId ?? '') : malformedId;
  return call.steps.error(call, status, 'id malformed');
}

export function petOf(call: Call): Pet | undefined {
  const id = petIdOf(call);
  return id === undefined ? undefined : call.state.pets.find(({ petId }) => petId === id);
}
