import { headersWithCaching, toldOfCaching } from '../../src/profile/caching-by-place.js';
import type { LearnedAnswers, Place, Profile } from '../../src/profile/profile.js';

/**
 * Answers all that is known after a run: what it saw, and of what it did not see, what was seen last. So a change is found
 * although some run in between was stopped early, or went less far.
 */
export function lastKnown(before: Profile, now: Profile): Profile {
  const [old, recent] = toldAlike(before, now);
  const seenQuestions = Object.entries(recent.questions).filter(([, { origin }]) => origin !== 'default');
  const toldRules = Object.entries(now.rules).filter(([, outcome]) => outcome === 'pass' || outcome === 'violation');
  return {
    ...now,
    questions: { ...recent.questions, ...old.questions, ...Object.fromEntries(seenQuestions) },
    limit: now.limit.confidence === 'none' ? before.limit : now.limit,
    answers: { ...old.answers, ...recent.answers },
    latency: { ...before.latency, ...now.latency },
    rules: { ...now.rules, ...before.rules, ...Object.fromEntries(toldRules) },
  };
}

/** What one of them tells of each place by itself, the other tells so too: what it says of all places it says of those it saw. */
function toldAlike(...profiles: [Profile, Profile]): [Profile, Profile] {
  const [before, now] = profiles;
  if (!profiles.some((each) => toldOfCaching(each) === 'by place')) return profiles;
  return [byPlace(before), byPlace(now)];
}

function byPlace(profile: Profile): Profile {
  if (toldOfCaching(profile) !== 'once') return profile;
  const { 'cache-control': _toldOnce, ...questions } = profile.questions;
  const answers = Object.entries(profile.answers).map(([place, seen]): [string, LearnedAnswers] => [
    place,
    { ...seen, headers: headersWithCaching(place as Place, profile) },
  ]);
  return { ...profile, questions, answers: Object.fromEntries(answers) };
}
