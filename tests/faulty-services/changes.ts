import { type Call, type OperationName, type Pet, petOf, type Reply } from './call.js';
import type { Changes } from './conformant-service.js';
import type { Json } from './json-text.js';
import type { LimitState } from './limit-windows.js';
import { type Headers, type ServiceAnswer, withHeader } from './service.js';

// Changes that several faults and variations share.

/** Changes finished answers that pass a test. */
export function answersWhere(
  test: (answer: ServiceAnswer, call: Call) => boolean,
  change: (answer: ServiceAnswer, call: Call) => ServiceAnswer,
): Changes {
  return { finish: () => (call, answer) => (test(answer, call) ? change(answer, call) : answer) };
}

export function answersOf(status: number, change: (answer: ServiceAnswer) => ServiceAnswer): Changes {
  return answersWhere((answer) => answer.status === status, change);
}

export function everyAnswer(change: (answer: ServiceAnswer, call: Call) => ServiceAnswer): Changes {
  return answersWhere(() => true, change);
}

export function withoutLimits(answer: ServiceAnswer): ServiceAnswer {
  const headers = answer.headers.filter(([name]) => !/^x-ratelimit-/i.test(name));
  return { ...answer, headers };
}

/** Says something that is not JSON. */
export function asText(answer: ServiceAnswer, type: string, body: string): ServiceAnswer {
  return { ...withHeader(answer, 'Content-Type', type), body };
}

const htmlPage = '<!doctype html><title>Sorry</title><h1>Something went wrong</h1>';

export function asHtml(answer: ServiceAnswer): ServiceAnswer {
  return asText(answer, 'text/html', htmlPage);
}

/** Returns one operation another way, whatever was asked. */
export function always(operation: OperationName, reply: (call: Call) => Reply): Changes {
  return { [operation]: () => reply };
}

/** Changes what a successful answer of an operation says. */
export function bodyOf(operation: OperationName, change: (body: Json, call: Call) => Json | undefined): Changes {
  const changed = (usual: (call: Call) => Reply) => (call: Call) => {
    const reply = usual(call);
    return reply.status === 200 && reply.body !== undefined ? { ...reply, body: change(reply.body, call) } : reply;
  };
  return { [operation]: changed };
}

/** Returns an operation's successes with another status. */
export function successAs(operation: OperationName, status: number): Changes {
  const changed = (usual: (call: Call) => Reply) => (call: Call) => {
    const given = usual(call);
    return given.status === 200 ? { ...given, status } : given;
  };
  return { [operation]: changed };
}

/** Refuses some updates with this status, before anything else is looked at. */
export function updatesRefusedWith(status: number, test: (call: Call) => boolean): Changes {
  return {
    updateInventory: (usual) => (call) => (test(call) ? call.seams.refuse(call, status) : usual(call)),
  };
}

/** Changes what an item of the list, or of the answer to an update, says. */
export function itemsAs(
  change: (item: { petId: bigint; quantity: bigint; status: string }, pet: Pet) => Json,
): Changes {
  return {
    item: () => (pet) => change({ petId: BigInt(pet.petId), quantity: BigInt(pet.quantity), status: pet.status }, pet),
  };
}

/** Does something to the stock after an update was answered with this status. */
export function afterUpdate(status: number, harm: (pet: Pet, call: Call) => void): Changes {
  return {
    updateInventory: (usual) => (call) => {
      const reply = usual(call);
      const pet = petOf(call);
      if (reply.status === status && pet !== undefined) harm(pet, call);
      return reply;
    },
  };
}

/** Changes Error bodies of some statuses. */
export function errorsAs(change: (error: ErrorBody) => Json | undefined, statuses?: readonly number[]): Changes {
  return {
    refuse: (usual) => (call, status) => {
      const reply = usual(call, status);
      if (statuses !== undefined && !statuses.includes(status)) return reply;
      return { ...reply, body: change({ code: `refused_${status}`, message: 'The request was refused.', status }) };
    },
  };
}

interface ErrorBody {
  readonly [key: string]: Json;
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

/** Answers with a key show other limits than are counted. */
export function limitsShownAs(change: (limits: LimitState, call: Call) => Partial<LimitState>): Changes {
  return { charge: (usual) => (call) => withChange(usual(call), call, change) };
}

function withChange(
  limits: LimitState,
  call: Call,
  change: (limits: LimitState, call: Call) => Partial<LimitState>,
): LimitState {
  return { ...limits, ...change(limits, call) };
}

/** Every answer says this in a header. */
export function headerAs(name: string, value: (usual: string, call: Call) => string | undefined): Changes {
  return everyAnswer((answer, call) => {
    const usual = answer.headers.find(([each]) => each === name)?.[1];
    return usual === undefined ? answer : withHeader(answer, name, value(usual, call));
  });
}

export function reply(status: number, body: Json | undefined, headers: Headers = []): Reply {
  return { status, body, headers };
}
