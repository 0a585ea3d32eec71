import { behaviourOf } from '../../src/profile/behaviour-of.js';
import type { Profile } from '../../src/profile/profile.js';
import { type Behaviour, defaultBehaviour } from '../../src/spec/behaviour.js';
import { formatHttpDate } from '../../src/spec/http-date.js';
import { operations } from '../../src/spec/operations.js';
import type { PartialBehaviour } from '../../src/validation/parse-behaviour.js';

/**
 * Answers the open questions as the deployment does. Where its operation had ended and nobody could tell when, or before the day that
 * it tells, it ended before `nowMs`: else the fake would keep answering until then.
 */
export function learnedBehaviour(profile: Profile, nowMs: number): PartialBehaviour {
  const learned = { ...describedDay(profile), ...behaviourOf(profile) };
  if (learned['after-sunset'] !== 410) return learned;
  const learnedMs = Date.parse(profile.source.learnedAt);
  const dates = learned['sunset-date'] ?? defaultBehaviour['sunset-date'];
  const isTold = isSunsetSeen(profile);
  if (isTold && Date.parse(dates.sunset) <= learnedMs) return learned;
  const sunsetMs = Math.min(learnedMs, nowMs);
  const sinceMs = Math.min(Date.parse(dates.deprecatedSince), sunsetMs);
  const moment = (ms: number) => new Date(ms).toISOString();
  const ended = { ...learned, 'sunset-date': { deprecatedSince: moment(sinceMs), sunset: moment(sunsetMs) } };
  const isStandard = isTold && learned['deprecation-headers'] === 'standard';
  return isStandard ? { ...ended, 'deprecation-headers': headersTelling(dates, profile) } : ended;
}

/** The standard headers of a deprecation as the deployment sent them. */
function headersTelling({ deprecatedSince, sunset }: Behaviour['sunset-date'], { source }: Profile) {
  const base = new URL(source.baseUrl).pathname.replace(/\/+$/, '');
  return {
    Deprecation: `@${Math.floor(Date.parse(deprecatedSince) / 1000)}`,
    Sunset: formatHttpDate(Date.parse(sunset)),
    Link: `<${base}${operations.listInventory.path}>; rel="successor-version"`,
  };
}

/**
 * Where an Enterprise key was told its limit of a day and never that of a minute, the fake does the same: its own limit of a minute, of
 * which nothing is known, would be the scarcer one, and the answers would show it.
 */
function describedDay({ questions }: Profile): PartialBehaviour {
  const limits = questions['enterprise-limits'];
  const unseen = limits?.origin === 'observed' ? (limits.unseen ?? []) : [];
  return unseen.includes('perMinute') && !unseen.includes('perDay') ? { 'described-window': 'day' } : {};
}

function isSunsetSeen({ questions }: Profile): boolean {
  const dates = questions['sunset-date'];
  return dates?.origin === 'observed' && !dates.unseen?.includes('sunset');
}
