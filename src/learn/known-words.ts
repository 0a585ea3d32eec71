import type { KnownWords } from '../profile/infer-shape.js';
import type { OperationId } from '../spec/operations.js';
import { schemas } from '../spec/schemas.js';

const ofPets: KnownWords = { status: schemas.PetStatus.enum };

/** The closed sets that the document names for an operation (§2.2): they are whole, whichever of their words were seen. */
export function knownWordsOf(operation: OperationId | undefined): KnownWords {
  return operation === 'listInventory' || operation === 'updateInventory' || operation === 'getPet' ? ofPets : {};
}
