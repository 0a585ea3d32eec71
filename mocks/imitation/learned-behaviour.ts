import { behaviourOf } from '../../src/profile/behaviour-of.js';
import type { Profile } from '../../src/profile/profile.js';
import { defaultBehaviour } from '../../src/spec/behaviour.js';
import type { PartialBehaviour } from '../../src/validation/parse-behaviour.js';

/**
 * Answers the open questions as the deployment does. Where its operation had ended and nobody could tell when, it ended before
 * `nowMs`: else the fake would keep answering until the sunset of its own default.
 */
export function learnedBehaviour(profile: Profile, nowMs: number): PartialBehaviour {
  const learned = behaviourOf(profile);
  if (learned['after-sunset'] !== 410 || isSunsetSeen(profile)) return learned;
  const sunsetMs = Math.min(Date.parse(profile.source.learnedAt), nowMs);
  const { deprecatedSince } = learned['sunset-date'] ?? defaultBehaviour['sunset-date'];
  const sinceMs = Math.min(Date.parse(deprecatedSince), sunsetMs);
  const moment = (ms: number) => new Date(ms).toISOString();
  return { ...learned, 'sunset-date': { deprecatedSince: moment(sinceMs), sunset: moment(sunsetMs) } };
}

function isSunsetSeen({ questions }: Profile): boolean {
  const dates = questions['sunset-date'];
  return dates?.origin === 'observed' && !dates.unseen?.includes('sunset');
}
