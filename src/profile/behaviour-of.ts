import { questionIds } from '../spec/open-questions.js';
import type { PartialBehaviour } from '../validation/parse-behaviour.js';
import type { Profile } from './profile.js';

/** Answers the open questions as the deployment does, as far as it was observed. */
export function behaviourOf({ questions }: Profile): PartialBehaviour {
  const observed = questionIds.filter((id) => questions[id]?.origin === 'observed');
  return Object.fromEntries(observed.map((id) => [id, questions[id]?.answer]));
}
