import type { QuestionId } from '../../src/spec/open-questions.js';
import type { Call, Outcome } from '../call.js';
import type { ImitatedAnswer } from '../imitation/imitation.js';
import { isLearned, isTextLearned } from '../imitation/is-learned.js';
import { namesToText } from '../outcomes/error-body.js';
import type { Refusal } from '../outcomes/refusal.js';
import { isCachingLeft } from '../standing-headers.js';

/** Answers the open questions that an answer rests on, but for those that were seen of the deployment that is imitated. */
export function assumedBy(
  call: Call,
  outcome: Outcome,
  imitated?: Pick<ImitatedAnswer, 'cacheControl'>,
): ReadonlySet<QuestionId> {
  const { world, assumed } = call;
  const ofRefusal = outcome.kind === 'refusal' ? outcome.assumed : [];
  const guesses = new Set<QuestionId>([...assumed, 'cache-control', ...ofRefusal]);
  if (imitated?.cacheControl !== undefined && isCachingLeft(world.behaviour)) guesses.delete('cache-control');
  const profile = world.imitation?.deployment.profile;
  if (profile !== undefined) {
    for (const id of guesses) if (isLearned(profile, id, world.behaviour)) guesses.delete(id);
  }
  if (outcome.kind === 'refusal') for (const id of errorQuestions) if (isGuess(call, outcome, id)) guesses.add(id);
  return world.recallQuestions(guesses);
}

const errorQuestions = ['error-codes', 'error-messages'] as const;

/** Of these an answer rests on one member only. */
function isGuess(call: Call, refusal: Refusal, id: (typeof errorQuestions)[number]): boolean {
  const { behaviour, imitation } = call.world;
  const texts = behaviour[id];
  const names = texts === 'explain' ? undefined : namesToText(texts, call, refusal);
  const name = names?.at(-1);
  if (texts === 'explain' || names === undefined || name === undefined) return true;
  const profile = imitation?.deployment.profile;
  return profile === undefined || !isTextLearned(profile, id, names, texts[name]);
}
