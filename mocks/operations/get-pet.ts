import type { JsonObject } from '../../src/json/json-value.js';
import { writeJson } from '../../src/json/write-json.js';
import type { Call, Outcome } from '../call.js';
import { refuse } from '../outcomes/refusal.js';
import type { World } from '../world.js';

/** §4.4: one pet; deprecated. Its fields are the open question `pet-shape`. */
export function getPet({ world, petId, assumed }: Call): Outcome {
  const stock = world.inventory.get(petId);
  const pet = world.findPet(petId, stock);
  if (pet === undefined) {
    return refuse('not_found', `There is no pet with the id ${petId}.`, { assumed: ['pet-not-found'] });
  }
  assumed.add('pet-shape');
  return { kind: 'success', status: 200, body: writeJson(exampleFor(world, petId) ?? pet) };
}

/** Answers the example record that stands for a pet, word for word: the one with its id, else one that stays the same for that id. */
function exampleFor(world: World, petId: string): JsonObject | undefined {
  const shape = world.behaviour['pet-shape'];
  if (shape === 'default') return undefined;
  const records = shape.records as readonly JsonObject[];
  const index = Number(BigInt.asUintN(32, BigInt(petId))) % records.length;
  return records.find(({ id }) => String(id) === petId) ?? records[index];
}
