import type { Headers, ServiceResponse } from '../conformant-service/service.js';
import type { Call, Changes, Reply } from '../conformant-service/steps.js';
import type { OperationName } from '../conformant-service/traits.js';
import type { JsonObject } from '../faulty-services/changes.js';
import { type Gate, opener } from './gates.js';

/** What can be wrong at one place. */
export interface Variant {
  readonly name: string;
  changes(gate: Gate): Changes;
}

export interface Place {
  readonly name: string;
  /** A gate may choose pets. */
  readonly hasPet: boolean;
  readonly variants: readonly Variant[];
}

/** A way to be wrong, and everywhere it makes sense. */
export interface Operator {
  readonly name: string;
  /** Nothing is wrong in the first window: only a run that waits for the next one can see it. */
  readonly needsNextWindow?: true;
  readonly places: readonly Place[];
}

export const operations = ['listInventory', 'updateInventory', 'sendMessage', 'showPet', 'listOrders'] as const;

/** An operation and the status that it responds with; 200 stands for every success. */
export interface Outcome {
  readonly operation: OperationName;
  readonly status: 200 | 400 | 401 | 404 | 429;
}

const statusesOf: Readonly<Record<OperationName, readonly Outcome['status'][]>> = {
  listInventory: [200, 401, 429],
  updateInventory: [200, 400, 401, 404, 429],
  sendMessage: [200, 400, 401, 429],
  showPet: [200, 401, 429],
  listOrders: [200, 401, 429],
};

export const outcomes: readonly Outcome[] = operations.flatMap((operation) =>
  statusesOf[operation].map((status) => ({ operation, status })),
);

const itemFields = ['petId', 'quantity', 'status'] as const;
const messageFields = ['id', 'message', 'status', 'createdAt'] as const;
const errorFields = ['code', 'message', 'status'] as const;

/** Returns the documented fields of a body; none where the document shows none. */
export function fieldsOf({ operation, status }: Outcome): readonly string[] {
  if (status !== 200) return errorFields;
  if (operation === 'sendMessage') return messageFields;
  return operation === 'listInventory' || operation === 'updateInventory' ? itemFields : [];
}

export function nameOf({ operation, status }: Outcome): string {
  return `${operation} ${status}`;
}

/** An outcome that a gate for pets can choose from. */
export function hasPet({ operation, status }: Outcome): boolean {
  return (operation === 'updateInventory' && status !== 404) || (operation === 'showPet' && status === 200);
}

/** Returns whether a response to a call has an outcome. */
export function isOutcome({ operation, status }: Outcome, call: Call, given: number): boolean {
  return call.operation === operation && (status === 200 ? given >= 200 && given < 300 : given === status);
}

/** Changes replies with one outcome, before they are written. */
export function repliesAs(outcome: Outcome, gate: Gate, change: (reply: Reply, call: Call) => Reply): Changes {
  const step = outcome.status === 401 ? 'unauthorized' : outcome.status === 429 ? 'tooManyRequests' : 'operate';
  const changed = <Rest extends readonly unknown[]>(usual: (call: Call, ...rest: Rest) => Reply) => {
    const isOpen = opener(gate);
    return (call: Call, ...rest: Rest): Reply => {
      const given = usual(call, ...rest);
      return isOutcome(outcome, call, given.status) && isOpen(call) ? change(given, call) : given;
    };
  };
  return { [step]: changed };
}

/** Changes the objects in the bodies of one outcome: each item, the message, or the Error. */
export function objectsAs(
  outcome: Outcome,
  gate: Gate,
  edit: (object: JsonObject, call: Call) => JsonObject | undefined,
): Changes {
  if (nameOf(outcome) !== 'listInventory 200') {
    return repliesAs(outcome, gate, (reply, call) => ({ ...reply, body: edit(reply.body as JsonObject, call) }));
  }
  const isChosen = gate.pets ?? (() => true);
  return {
    listInventory: (usual) => {
      const isDue = gate.count();
      return (call) => {
        const reply = usual(call);
        if (!isDue()) return reply;
        const items = (reply.body as readonly JsonObject[]).flatMap((item) => {
          const pet = call.state.pets.find(({ petId }) => petId === item.petId);
          return pet !== undefined && isChosen(pet) ? (edit(item, call) ?? []) : item;
        });
        return { ...reply, body: items };
      };
    },
  };
}

/** Changes finished responses with one outcome. */
export function responsesAs(
  outcome: Outcome,
  gate: Gate,
  change: (response: ServiceResponse, call: Call) => ServiceResponse,
): Changes {
  return {
    finish: (usual) => {
      const isOpen = opener(gate);
      return (call, response) => {
        const given = usual(call, response);
        return isOutcome(outcome, call, given.status) && isOpen(call) ? change(given, call) : given;
      };
    },
  };
}

/** Replaces each header of a name by others. */
export function headersAs(
  response: ServiceResponse,
  name: string,
  change: (value: string) => Headers,
): ServiceResponse {
  const headers = response.headers.flatMap(([each, value]) =>
    each === name ? change(value) : [[each, value] as const],
  );
  return { ...response, headers };
}
