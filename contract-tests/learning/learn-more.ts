import { levels } from '../../src/transcript/transcript.js';
import { KEPT_FOR_RESTORING } from '../governor/quota.js';
import { observationsLeft } from '../probes/choose-probes.js';
import type { Session } from '../session.js';
import type { StockEntry } from '../stock/listing.js';
import type { SuiteOptions } from '../suite.js';
import { findBodyLimit } from './find-body-limit.js';
import { findNestingLimit } from './find-nesting-limit.js';
import { findQuantityBounds } from './find-quantity-bounds.js';
import { createLearner } from './learner.js';
import { keptForLater, learningBudgets, searches } from './learning-probes.js';

/**
 * Looks for what an ordinary run does not show: what its budget had no room for, other pets, and, where it may write, bounds. Has a
 * budget of its own, and ends quietly when that is used up. The pet that was written to is put back.
 */
export async function learnMore(session: Session, options: SuiteOptions): Promise<void> {
  const mayWrite = levels.indexOf(options.level) >= levels.indexOf('write');
  session.budget.raise(learningBudgets[options.level] + (mayWrite ? KEPT_FOR_RESTORING : 0));
  const room = session.budget.limit - session.budget.sent - keptForLater(options);
  const learner = createLearner(session, Math.min(learningBudgets[options.level], room));

  for (const probe of observationsLeft(options)) await learner.send(probe);
  for (const petId of otherPets(session)) {
    await learner.send({ ...searches.pet, path: searches.pet.path.replace('{anotherPetId}', petId) });
  }
  await learner.send(searches.orders);
  if (!mayWrite) return;
  if (options.messagesUrl !== undefined) {
    await learner.send(searches.messageType);
    await learner.send(searches.message);
  }
  await findNestingLimit(learner);
  await findQuantityBounds(learner);
  await findBodyLimit(learner);
  await session.guard?.settle();
}

/** Answers listed pets that were not looked up yet, those of other statuses first: their fields may differ. */
function otherPets({ latest = [], places }: Session): string[] {
  const others = latest.filter(({ petId }) => petId !== places.petId);
  const isFirstOfStatus = ({ status }: StockEntry, index: number) =>
    others.findIndex((other) => other.status === status) === index;
  const first = others.filter(isFirstOfStatus);
  return [...first, ...others.filter((pet) => !first.includes(pet))]
    .map(({ petId }) => petId)
    .slice(0, searches.pet.atMost);
}
