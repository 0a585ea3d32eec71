import type { Observation } from '../judge/observation.js';
import type { LearnedAnswer } from '../profile/profile.js';
import { confidenceOf } from './confidence.js';

type Sighted = Pick<Observation, 'exchanges' | 'sightings'>;

/**
 * Answers the evidence of the members of an answer, those alone that were not seen wherever the answer was: of the others the
 * evidence of the answer speaks. `without`: members that stand at the default.
 */
export function memberEvidence(
  { members = {}, ...whole }: Sighted & Pick<Observation, 'members'>,
  without: readonly string[],
): Pick<LearnedAnswer<unknown>, 'members'> {
  const own = Object.entries(members).filter(([name, { sightings }]) => {
    return sightings > 0 && sightings !== whole.sightings && !without.includes(name);
  });
  if (own.length === 0) return {};
  const told = own.map(([name, { exchanges, sightings }]) => {
    return [name, { confidence: confidenceOf(sightings), exchanges }] as const;
  });
  return { members: Object.fromEntries(told) };
}
