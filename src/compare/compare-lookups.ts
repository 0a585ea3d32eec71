import type { Place, Profile } from '../profile/profile.js';
import { different, type Outcome } from './outcome.js';
import { operationAt, placesOf, statusAt } from './places.js';

const FOUND: Place = 'getPet 200';
/** One is of a pet that no list has, and one may be of a pet that has just gone. */
const FEWEST = 3;
/** These refuse how it was asked, not what for. */
const OTHER_REASONS: readonly number[] = [400, 401, 405, 429];

/**
 * Tells that one side finds the pets that it lists, and the other finds none of them: no rule says that it must, and as an open
 * question only the side that ended the operation (410) has answered it.
 */
export function compareLookups(left: Profile, right: Profile): Outcome | undefined {
  const [one, other] = [refusalOf(left), refusalOf(right)];
  if (one !== undefined && right.answers[FOUND] !== undefined) return different('answer', FOUND, one, 'the pet');
  if (other !== undefined && left.answers[FOUND] !== undefined) return different('answer', FOUND, 'the pet', other);
  return undefined;
}

/** How a side that was asked to the end refused to look up whatever pet it lists; undefined where it did not, or nobody knows. */
function refusalOf(profile: Profile): string | undefined {
  const { source, answers } = profile;
  const listed = answers['listInventory 200']?.body;
  const hasPets = listed?.kind === 'json' && listed.schema.items !== undefined;
  if (source.kind !== 'run' || source.stopped !== null || !hasPets || answers[FOUND] !== undefined) return undefined;
  const refused = placesOf(profile, profile).filter(isRefusal);
  const count = refused.reduce((sum, place) => sum + (answers[place]?.count ?? 0), 0);
  const statuses = refused.map(statusAt).join(', ');
  return count < FEWEST ? undefined : `${statuses}, whichever listed pet is asked for`;
}

function isRefusal(place: Place): boolean {
  const status = statusAt(place);
  return operationAt(place) === 'getPet' && status >= 400 && status < 500 && !OTHER_REASONS.includes(status);
}
