import type { Profile } from '../../src/fidelity/profile/profile.js';
import { type Behaviour, defaultBehaviour } from '../../src/spec/behaviour.js';
import { formatDeprecationHeaders } from '../../src/spec/deprecation-headers.js';
import { type QuestionId, questionIds } from '../../src/spec/open-questions.js';
import { deprecatedOperation } from '../../src/spec/operations.js';
import type { PartialBehaviour } from '../../src/spec/validation/parse-behaviour.js';

/**
 * Returns the open questions as the deployment does. Where its operation had ended and nobody could tell when, or before the day that
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
  return isStandard ? { ...ended, 'deprecation-headers': headersStating(dates, profile) } : ended;
}

/** The standard headers of a deprecation as the deployment sent them. */
function headersStating(dates: Behaviour['sunset-date'], { source }: Profile) {
  const basePath = new URL(source.baseUrl).pathname.replace(/\/+$/, '');
  return formatDeprecationHeaders(deprecatedOperation, dates, basePath);
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

/** Returns the open questions as the deployment does, as far as it was observed. */
function behaviourOf({ questions }: Profile): PartialBehaviour {
  const observed = questionIds.filter((id) => questions[id]?.origin === 'observed');
  return Object.fromEntries(observed.map((id) => [id, questions[id]?.choice]));
}

/**
 * Returns whether the answer to an open question is that of the deployment, seen there in all its members: then it is no guess. One that
 * somebody changed since is.
 */
export function isLearned({ questions }: Profile, id: QuestionId, behaviour: Behaviour): boolean {
  const learned = questions[id];
  if (learned?.origin !== 'observed' || (learned.unseen ?? []).length > 0) return false;
  return learned.choice === behaviour[id] || JSON.stringify(learned.choice) === JSON.stringify(behaviour[id]);
}

/**
 * Returns whether the one text that an error has is that of the deployment. `names`: under which it might have one, the last being the one
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
  if (learned?.origin !== 'observed' || typeof learned.choice !== 'object' || name === undefined) return false;
  if (names.some((each) => learned.unseen?.includes(each))) return false;
  return (learned.choice as Readonly<Record<string, string>>)[name] === text;
}
