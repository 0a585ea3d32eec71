import { gzipSync } from 'node:zlib';
import type { Json } from '../conformant-service/json.js';
import type { LimitState } from '../conformant-service/limits.js';
import { type Headers, headerIn, type ServiceResponse, withHeader } from '../conformant-service/service.js';
import { type Call, type Changes, petOf, type Reply } from '../conformant-service/steps.js';
import type { OperationName, Pet } from '../conformant-service/traits.js';

// Changes that several faults and variations share.

export type JsonObject = { readonly [key: string]: Json };

/** Changes finished responses that pass a test. */
export function responsesWhere(
  test: (response: ServiceResponse, call: Call) => boolean,
  change: (response: ServiceResponse, call: Call) => ServiceResponse,
): Changes {
  return {
    finish: (usual) => (call, response) => {
      const finished = usual(call, response);
      return test(finished, call) ? change(finished, call) : finished;
    },
  };
}

export function responsesWith(status: number, change: (response: ServiceResponse) => ServiceResponse): Changes {
  return responsesWhere((response) => response.status === status, change);
}

export function everyResponse(change: (response: ServiceResponse, call: Call) => ServiceResponse): Changes {
  return responsesWhere(() => true, change);
}

/** Changes finished successes of an operation. */
export function successesOf(operation: OperationName, change: (response: ServiceResponse) => ServiceResponse): Changes {
  return responsesWhere(({ status }, call) => status === 200 && call.operation === operation, change);
}

export function withoutLimits(response: ServiceResponse): ServiceResponse {
  const headers = response.headers.filter(([name]) => !/^x-ratelimit-/i.test(name));
  return { ...response, headers };
}

export function withoutBody(response: ServiceResponse): ServiceResponse {
  return { ...response, body: '' };
}

/** Returns a response with a body that is not JSON. */
export function asText(response: ServiceResponse, type: string, body: string): ServiceResponse {
  return { ...withHeader(response, 'Content-Type', type), body };
}

/** Compresses responses that pass a test for clients that accept no compression, and does not declare it. */
export function compressedUnasked(test: (response: ServiceResponse, call: Call) => boolean): Changes {
  return responsesWhere(
    (response, call) => headerIn(call.request.headers, 'accept-encoding') === 'identity' && test(response, call),
    (response) => ({ ...response, bytes: gzipSync(response.body) }),
  );
}

const htmlPage = '<!doctype html><title>Sorry</title><h1>Something went wrong</h1>';

export function asHtml(response: ServiceResponse): ServiceResponse {
  return asText(response, 'text/html', htmlPage);
}

/** Changes every header of this name; undefined removes it. */
export function headerAs(name: string, value: (usual: string, call: Call) => string | undefined): Changes {
  return everyResponse((response, call) => {
    const usual = response.headers.find(([each]) => each === name)?.[1];
    return usual === undefined ? response : withHeader(response, name, value(usual, call));
  });
}

/** Replaces an operation, whatever the request. */
export function always(operation: OperationName, replyTo: (call: Call) => Reply): Changes {
  return { [operation]: () => replyTo };
}

/** Returns an error with this status from an operation, for requests that pass a test. */
export function failing(operation: OperationName, status: number, test: (call: Call) => boolean = () => true): Changes {
  const changed = (usual: (call: Call) => Reply) => (call: Call) =>
    test(call) ? call.steps.error(call, status) : usual(call);
  return { [operation]: changed };
}

/** Changes successful replies of an operation. */
export function successAs(operation: OperationName, change: (reply: Reply, call: Call) => Reply): Changes {
  const changed = (usual: (call: Call) => Reply) => (call: Call) => {
    const given = usual(call);
    return given.status === 200 ? change(given, call) : given;
  };
  return { [operation]: changed };
}

export function bodyOf(operation: OperationName, change: (body: Json, call: Call) => Json): Changes {
  return successAs(operation, (given, call) => ({ ...given, body: change(given.body ?? null, call) }));
}

/** Changes items, both in the list and in the response to an update. */
export function itemsAs(change: (item: Pet) => Json): Changes {
  return { item: () => (_call, pet) => change({ ...pet }) };
}

/** Does something to the pet after an update was responded to with this status. */
export function afterUpdate(status: number, harm: (pet: Pet, call: Call) => void): Changes {
  return {
    updateInventory: (usual) => (call) => {
      const given = usual(call);
      const pet = petOf(call);
      if (given.status === status && pet !== undefined) harm(pet, call);
      return given;
    },
  };
}

interface ErrorBody extends JsonObject {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

/** Changes the bodies of errors, of all or of some statuses. */
export function errorsAs(change: (error: ErrorBody) => Json | undefined, statuses?: readonly number[]): Changes {
  return {
    error: (usual) => (call, status, situation) => {
      const given = usual(call, status, situation);
      if (statuses !== undefined && !statuses.includes(status)) return given;
      return { ...given, body: change(given.body as ErrorBody) };
    },
  };
}

/** Replaces the status of errors where a test passes. */
export function errorStatus(meant: number, status: number, test: (call: Call) => boolean = () => true): Changes {
  return {
    error: (usual) => (call, usually, situation) =>
      usual(call, usually === meant && test(call) ? status : usually, situation),
  };
}

/** Reports limits to the owner of the key that are not the counted ones. */
export function limitsAs(change: (limits: LimitState, call: Call) => Partial<LimitState>): Changes {
  return {
    charge: (usual) => (call) => {
      const limits = usual(call);
      return { ...limits, ...change(limits, call) };
    },
  };
}

/** Creates pets whose quantity is their id. */
export function availablePets(...ids: readonly bigint[]): Pet[] {
  return ids.map((petId) => ({ petId, quantity: petId, status: 'available' }));
}

export function reply(status: number, body: Json | undefined, headers: Headers = []): Reply {
  return { status, body, headers };
}
