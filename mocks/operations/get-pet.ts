import type { StockRecord } from '../../fixtures/stock.js';
import { type Int64Text, parseNumberToken } from '../../src/json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../src/json/json.js';
import type { Behaviour } from '../../src/service/behaviour.js';
import { type ErrorResponse, errorResponse, type FakeOperation, type OperationContext } from './operation.js';

type Examples = Exclude<Behaviour['pet-shape'], 'default'>;

/** §4.4: one pet; deprecated. Its fields are the open question `pet-shape`. */
export const getPet: FakeOperation = {
  rejectUnknown: (context) => (findPet(context) === undefined ? noSuchPet(context.pathId) : undefined),
  carryOut(context) {
    const { world, pathId, assumed } = context;
    const pet = findPet(context);
    if (pet === undefined) return noSuchPet(pathId);
    assumed.add('pet-shape');
    const shape = world.behaviour['pet-shape'];
    if (shape === 'default') return { kind: 'success', status: 200, body: writeJson(pet) };
    const example = exampleOf(shape, pathId, world.inventory.get(pathId));
    return { kind: 'success', status: 200, body: writeJson(inEnvelope(example, shape.envelope)) };
  },
};

function findPet({ world, pathId }: OperationContext): JsonObject | undefined {
  return world.catalogue.findPet(pathId, world.inventory.get(pathId));
}

/** Creates the error for an unknown pet. */
export function noSuchPet(petId: Int64Text): ErrorResponse {
  return errorResponse('not_found', `No pet has the id ${petId}.`, { situation: 'pet-unknown' });
}

/** Returns the example record of a pet, unchanged except for the fields that come from its stock record. */
function exampleOf({ records, fromStock = {} }: Examples, petId: Int64Text, stock: StockRecord | undefined): JsonValue {
  const example = recordFor(records as readonly JsonValue[], fromStock, petId, stock);
  if (!isJsonObject(example)) return example;
  const taken = Object.entries(fromStock)
    .map(([field, source]) => [field, fromRecord(source, petId, stock, example[field])] as const)
    .filter((entry): entry is [string, JsonValue] => entry[1] !== undefined);
  return Object.fromEntries([...Object.entries(example), ...taken]);
}

/** Puts a value where a deployment has it in its body. */
export function inEnvelope(value: JsonValue, envelope: Examples['envelope']): JsonValue {
  return envelope === undefined ? value : { ...(envelope.rest as JsonObject | undefined), [envelope.field]: value };
}

/** Returns the record with the pet's own id, else one with its status, and always the same for that id. */
function recordFor(
  records: readonly JsonValue[],
  fromStock: NonNullable<Examples['fromStock']>,
  petId: Int64Text,
  stock: StockRecord | undefined,
): JsonValue {
  const field = Object.keys(fromStock).find((name) => fromStock[name] === 'status');
  const isOfStatus = (record: JsonValue) =>
    field !== undefined && isJsonObject(record) && record[field] === stock?.status;
  // An id that the stock record replaces names no pet.
  const isNamed = fromStock.id !== 'petId';
  const named = records.find((record) => isNamed && isJsonObject(record) && String(record.id) === petId);
  const ofStatus = records.filter(isOfStatus);
  const possible = ofStatus.length > 0 ? ofStatus : records;
  const index = Number(BigInt.asUintN(32, BigInt(petId))) % possible.length;
  return named ?? possible[index] ?? {};
}

/** A pet of a fixture may be out of stock: then fields keep the values of the example. */
function fromRecord(
  source: NonNullable<Examples['fromStock']>[string],
  petId: Int64Text,
  stock: StockRecord | undefined,
  example: JsonValue | undefined,
): JsonValue | undefined {
  if (source !== 'petId') return stock?.[source];
  return typeof example === 'string' ? petId : parseNumberToken(petId);
}
