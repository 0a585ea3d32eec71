import type { Transcript } from '../../src/exchange/transcript.js';
import { compareProfiles } from '../../src/fidelity/compare/compare-profiles.js';
import type { ExplainedDifference } from '../../src/fidelity/compare/comparison.js';
import type { Profile } from '../../src/fidelity/profile/profile.js';

/** A check, and what it learned. */
export interface LearnedCheck {
  readonly transcript: Transcript;
  readonly profile: Profile;
}

/** What changed since the last complete run of a history. */
export interface SettledCheck<Run> {
  /** The run to report on: the last complete one. */
  readonly run: Run;
  readonly changes: readonly ExplainedDifference[];
  /** Differences that were gone when the check was repeated, or came with it. */
  readonly passing: readonly ExplainedDifference[];
  /** What the history knows from now on; undefined while no run was complete. */
  readonly known: Profile | undefined;
}

/** Two runs in a row have to show the same. */
const MOST_REPETITIONS = 2;

/**
 * Checks, and repeats the check where it differs from what a history knows, or where that knows nothing: a change is what two runs in a
 * row show, a single failed request passes. A run that stopped early changes nothing. Without `repeat`, one run has to do.
 */
export async function settleChanges<Run extends LearnedCheck>(
  known: Profile | undefined,
  first: Run,
  repeat: (() => Promise<Run>) | undefined,
): Promise<SettledCheck<Run>> {
  let run = first;
  if (!isComplete(run)) return { run, changes: [], passing: [], known };
  let found = known === undefined ? [] : differencesFrom(known, run);
  let changes: readonly ExplainedDifference[] = found;
  let isSettled = repeat === undefined || (known !== undefined && found.length === 0);
  const all = new Map(found.map((one) => [nameOf(one), one]));
  for (let times = 0; !isSettled && repeat !== undefined && times < MOST_REPETITIONS; times++) {
    const again = await repeat();
    if (!isComplete(again)) return { run, changes: [], passing: [...all.values()], known };
    const differing = differencesFrom(known ?? run.profile, again);
    const before = new Set(found.map(nameOf));
    changes = differing.filter((one) => before.has(nameOf(one)));
    isSettled = changes.length === differing.length;
    run = again;
    if (known !== undefined) found = differing;
    for (const one of differing) all.set(nameOf(one), one);
  }
  for (const one of changes) all.delete(nameOf(one));
  const isUsable = isSettled || known === undefined;
  return { run, changes, passing: [...all.values()], known: isUsable ? lastKnown(known, run.profile) : known };
}

const isComplete = ({ profile }: LearnedCheck) => profile.source.stopped === null;

const nameOf = ({ path, right }: ExplainedDifference) => JSON.stringify([path, right]);

function differencesFrom(known: Profile, { profile, transcript }: LearnedCheck): readonly ExplainedDifference[] {
  const exchanges = new Map(transcript.exchanges.map((exchange) => [exchange.number, exchange]));
  return compareProfiles({ name: 'before', profile: known }, { name: 'now', profile, exchanges }).differences;
}

/** Returns the last observation of everything: so a change is found even if a run in between saw less. */
export function lastKnown(before: Profile | undefined, now: Profile): Profile {
  if (before === undefined) return now;
  const seenQuestions = Object.entries(now.questions).filter(([, { origin }]) => origin !== 'default');
  const judgedRules = Object.entries(now.rules).filter(([, outcome]) => outcome === 'pass' || outcome === 'violation');
  return {
    ...now,
    questions: { ...now.questions, ...before.questions, ...Object.fromEntries(seenQuestions) },
    limit: now.limit.confidence === 'none' ? before.limit : now.limit,
    responses: { ...before.responses, ...now.responses },
    latency: { ...before.latency, ...now.latency },
    rules: { ...now.rules, ...before.rules, ...Object.fromEntries(judgedRules) },
  };
}
