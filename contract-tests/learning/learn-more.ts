import { levels } from '../../src/transcript/transcript.js';
import { enoughFor } from '../plan.js';
import { observationsLeft } from '../probes/choose-probes.js';
import type { Session } from '../session.js';
import type { StockEntry } from '../stock/listing.js';
import type { SuiteOptions } from '../suite.js';
import { findBodyLimit } from './find-body-limit.js';
import { findNestingLimit } from './find-nesting-limit.js';
import { findQuantityBounds } from './find-quantity-bounds.js';
import { createLearner, type Learner } from './learner.js';
import { keptForLater, learningBudgets, searches } from './learning-probes.js';

/**
 * Looks for what an ordinary run does not show: what its budget had no room for, other pets, and, where it may write, bounds. Has a
 * budget of its own, and ends quietly when that is used up; says so where it is what the user allows. The pet that was written to
 * is put back.
 */
export async function learnMore(session: Session, options: SuiteOptions): Promise<void> {
  const { level, maxRequests } = options;
  const room =
    maxRequests === undefined ? Number.POSITIVE_INFINITY : maxRequests - session.budget.sent - keptForLater(options);
  const learner = createLearner(session, learningBudgets[level], room);
  await search(learner, options);
  if (maxRequests === undefined || !learner.isCutShort) return;
  // Second tries are in no plan.
  const enough = Math.max(enoughFor(options), maxRequests + SECOND_TRIES);
  session.note(`--max-requests ${maxRequests} had no room for all that is to be learned; --max-requests ${enough} has`);
}

const SECOND_TRIES = 5;

async function search(learner: Learner, options: SuiteOptions): Promise<void> {
  const { session } = learner;
  for (const probe of observationsLeft(options)) await learner.send(probe);
  for (const petId of otherPets(session)) {
    await learner.send({ ...searches.pet, path: searches.pet.path.replace('{anotherPetId}', petId) });
  }
  await learner.send(searches.orders);
  if (levels.indexOf(options.level) < levels.indexOf('write')) return;
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
