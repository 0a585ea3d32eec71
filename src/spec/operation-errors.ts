import type { OperationId } from './operations.js';

const ofKeys = ['key-missing', 'key-wrong', 'key-not-bearer'] as const;
const ofPetIds = ['pet-unknown', 'pet-id-malformed'] as const;
const ofBodies = [
  'content-type-wrong',
  'body-empty',
  'body-malformed',
  'body-no-object',
  'field-missing',
  'field-wrong',
  'field-unknown',
] as const;

/** The situations that an operation shares with others: a deployment may refuse them there in a way of its own. */
const sharedSituations = {
  listInventory: ofKeys,
  updateInventory: [...ofKeys, ...ofPetIds, ...ofBodies],
  sendMessage: [...ofKeys, ...ofBodies],
  getPet: [...ofKeys, ...ofPetIds],
  listOrders: ofKeys,
} as const satisfies Readonly<Record<OperationId, readonly string[]>>;

/** A situation as one operation refuses it: `updateInventory pet-unknown`. */
export type OperationError = {
  [Id in OperationId]: `${Id} ${(typeof sharedSituations)[Id][number]}`;
}[OperationId];

/** Every situation that more operations than one have, as each of them refuses it. */
export const operationErrors = Object.entries(sharedSituations).flatMap(([operation, situations]) =>
  situations.map((situation) => `${operation} ${situation}`),
) as OperationError[];
