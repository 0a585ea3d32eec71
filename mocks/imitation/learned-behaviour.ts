import type { Profile } from '../../src/fidelity/profile/profile.js';
import { type Behaviour, defaultBehaviour, type PartialBehaviour } from '../../src/service/behaviour.js';
import { formatDeprecationHeaders } from '../../src/service/headers.js';
import { petstore } from '../../src/service/petstore.js';
import { questionIds } from '../../src/service/questions/open-questions.js';
import type { Service } from '../../src/service/service.js';

/** Returns the behaviour of the deployment. Where its deprecated operation had ended, the sunset is at `nowMs` or earlier. */
export function learnedBehaviour(profile: Profile, nowMs: number, service: Service = petstore): PartialBehaviour {
  const { questions } = profile;
  const observed = questionIds.filter((id) => questions[id]?.origin === 'observed');
  const learned: PartialBehaviour = Object.fromEntries(observed.map((id) => [id, questions[id]?.choice]));
  if (learned['after-sunset'] !== 410) return learned;
  const learnedMs = Date.parse(profile.source.learnedAt);
  const dates = learned['sunset-date'] ?? defaultBehaviour['sunset-date'];
  const seen = questions['sunset-date'];
  const isSeen = seen?.origin === 'observed' && !seen.unseen?.includes('sunset');
  if (isSeen && Date.parse(dates.sunset) <= learnedMs) return learned;
  const sunsetMs = Math.min(learnedMs, nowMs);
  const sinceMs = Math.min(Date.parse(dates.deprecatedSince), sunsetMs);
  const moment = (ms: number) => new Date(ms).toISOString();
  const ended = { ...learned, 'sunset-date': { deprecatedSince: moment(sinceMs), sunset: moment(sunsetMs) } };
  const isStandard = isSeen && learned['deprecation-headers'] === 'standard';
  return isStandard ? { ...ended, 'deprecation-headers': headersStating(dates, profile, service) } : ended;
}

function headersStating(dates: Behaviour['sunset-date'], { source }: Profile, { operations }: Service) {
  const basePath = new URL(source.baseUrl).pathname.replace(/\/+$/, '');
  const ended = Object.values(operations).find(({ deprecated }) => deprecated);
  return formatDeprecationHeaders(operations[ended?.successor ?? ''], dates, basePath);
}
