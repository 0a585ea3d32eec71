import { answerVariations } from './answer-variations.js';
import { type ConformantVariation, variationsOf } from './conformant-variation.js';
import { limitVariations } from './limit-variations.js';
import { storeVariations } from './store-variations.js';

/** Everything that the document leaves open, answered another way. */
export const conformantVariations: readonly ConformantVariation[] = [
  answerVariations,
  storeVariations,
  limitVariations,
].flatMap(variationsOf);
