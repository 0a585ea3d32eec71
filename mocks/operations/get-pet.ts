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

export function noSuchPet(petId: Int64Text): ErrorResponse {
  return errorResponse('not_found', `No pet has the id ${petId}.`, { situation: 'pet-unknown' });
}

/** Returns an example record, always the same for a pet; some fields come from its stock record. */
function exampleOf({ records, fromStock = {} }: Examples, petId: Int64Text, stock: StockRecord | undefined): JsonValue {
  const fieldOf = (record: JsonValue, name = '') => (isJsonObject(record) ? record[name] : undefined);
  const nameOfStatus = Object.keys(fromStock).find((name) => fromStock[name] === 'status');
  const preferences = [
    // An id that the stock record replaces names no pet.
    (record: JsonValue) => fromStock.id !== 'petId' && String(fieldOf(record, 'id')) === petId,
    (record: JsonValue) => stock !== undefined && fieldOf(record, nameOfStatus) === stock.status,
    () => true,
  ];
  const choices = preferences.map((fits) => (records as readonly JsonValue[]).filter(fits));
  const possible = choices.find(({ length }) => length > 0) ?? [{}];
  const example = possible[Number(BigInt.asUintN(32, BigInt(petId))) % possible.length] as JsonValue;
  if (!isJsonObject(example)) return example;
  const taken = Object.entries(fromStock).map(([field, source]) => {
    const id = typeof example[field] === 'string' ? petId : parseNumberToken(petId);
    // A pet of a fixture may be out of stock.
    return [field, source === 'petId' ? id : (stock?.[source] ?? example[field])] as const;
  });
  return { ...example, ...(Object.fromEntries(taken) as JsonObject) };
}

/** Puts a value where a deployment has it in its body. */
export function inEnvelope(value: JsonValue, envelope: Examples['envelope']): JsonValue {
  return envelope === undefined ? value : { ...(envelope.rest as JsonObject | undefined), [envelope.field]: value };
}
