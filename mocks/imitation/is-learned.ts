import type { Profile } from '../../src/profile/profile.js';
import type { Behaviour } from '../../src/spec/behaviour.js';
import type { QuestionId } from '../../src/spec/open-questions.js';

/**
 * Tells whether the answer to an open question is that of the deployment, seen there in all its members: then it is no guess. One that
 * somebody changed since is.
 */
export function isLearned({ questions }: Profile, id: QuestionId, behaviour: Behaviour): boolean {
  const learned = questions[id];
  if (learned?.origin !== 'observed' || (learned.unseen ?? []).length > 0) return false;
  return learned.answer === behaviour[id] || JSON.stringify(learned.answer) === JSON.stringify(behaviour[id]);
}

/**
 * Tells whether the one text that an error has is that of the deployment. `names`: under which it might have one, the last being the one
 * that it has it under; where one before was not seen, it is a guess that the text holds there, too.
 */
export function isTextLearned(
  { questions }: Profile,
  id: 'error-codes' | 'error-messages',
  names: readonly string[],
  text: string | undefined,
): boolean {
  const learned = questions[id];
  const name = names.at(-1);
  if (learned?.origin !== 'observed' || typeof learned.answer !== 'object' || name === undefined) return false;
  if (names.some((each) => learned.unseen?.includes(each))) return false;
  return (learned.answer as Readonly<Record<string, string>>)[name] === text;
}
