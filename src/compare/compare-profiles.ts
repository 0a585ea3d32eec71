import type { Profile } from '../profile/profile.js';
import { compareAnswers } from './compare-answers.js';
import { compareLatency } from './compare-latency.js';
import { compareLimits } from './compare-limits.js';
import { compareQuestions } from './compare-questions.js';
import { compareRules } from './compare-rules.js';
import { type Comparison, type DifferenceKind, differenceKinds, type Side } from './comparison.js';
import { ignoring } from './ignoring.js';
import type { Outcome } from './outcome.js';
import { withoutAddress } from './without-address.js';

/**
 * Answers in what two deployments differ. Each thing is told once, under the most telling of the kinds: what the rules or the
 * open questions tell is not told again as a field or a header. `ignored`: kinds, ids, or both as `kind:id`.
 */
export function compareProfiles(
  left: Side,
  right: Side,
  { ignored = [] }: { readonly ignored?: readonly string[] } = {},
): Comparison {
  const outcomes = compareAll(withoutAddress(left.profile), withoutAddress(right.profile));
  const isIgnored = ignoring(ignored);
  const differences = outcomes.filter((one) => one.is === 'different');
  const bare = ({ kind, id, left, right }: (typeof differences)[number]) => ({ kind, id, left, right });
  return {
    left: left.name,
    right: right.name,
    differences: differences.filter((one) => !isIgnored(one)).map(bare),
    ignored: differences.filter(isIgnored).map(bare),
    alike: countAlike(outcomes.filter((one) => !isIgnored(one))),
    uncompared: outcomes
      .filter((one) => one.is === 'uncompared')
      .filter((one) => !isIgnored(one))
      .map(({ kind, id, why }) => ({ kind, id, why })),
  };
}

function compareAll(left: Profile, right: Profile): Outcome[] {
  const rules = compareRules(left, right);
  const questions = compareQuestions(left, right);
  const told = [...rules, ...questions];
  const outcomes = [
    ...told,
    ...compareLimits(left, right, told),
    ...compareAnswers(left, right, told),
    ...compareLatency(left, right),
  ];
  return differenceKinds.flatMap((kind) => outcomes.filter((one) => one.kind === kind));
}

function countAlike(outcomes: readonly Outcome[]): Record<DifferenceKind, number> {
  const count = (kind: DifferenceKind) => outcomes.filter((one) => one.is === 'alike' && one.kind === kind).length;
  return Object.fromEntries(differenceKinds.map((kind) => [kind, count(kind)])) as Record<DifferenceKind, number>;
}
