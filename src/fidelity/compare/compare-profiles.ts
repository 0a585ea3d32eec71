import { parseUrl } from '../../spec/parse-url.js';
import type { Profile } from '../profile/profile.js';
import { compareLatency, compareLimits } from './compare-numbers.js';
import { compareQuestions } from './compare-questions.js';
import { compareResponses } from './compare-responses.js';
import {
  alike,
  type Comparison,
  type ComparisonItem,
  type DifferenceKind,
  differenceKinds,
  different,
  formatSides,
  type Side,
  uncompared,
} from './comparison.js';
import { ignoreMatcher } from './ignore.js';

/**
 * Returns in what two deployments differ. Each thing is told once, under the most telling of the kinds: what the rules or the
 * open questions tell is not told again as a field or a header. `ignored`: kinds, ids, or both as `kind:id`.
 */
export function compareProfiles(
  left: Side,
  right: Side,
  { ignored = [] }: { readonly ignored?: readonly string[] } = {},
): Comparison {
  const outcomes = compareAll(withoutAddress(left.profile), withoutAddress(right.profile));
  const isIgnored = ignoreMatcher(ignored);
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

function compareAll(left: Profile, right: Profile): ComparisonItem[] {
  const rules = compareRules(left, right);
  const questions = compareQuestions(left, right);
  const told = [...rules, ...questions];
  const outcomes = [
    ...told,
    ...compareLimits(left, right, told),
    ...compareResponses(left, right, told),
    ...compareLatency(left, right),
  ];
  return differenceKinds.flatMap((kind) => outcomes.filter((one) => one.kind === kind));
}

function countAlike(outcomes: readonly ComparisonItem[]): Record<DifferenceKind, number> {
  const count = (kind: DifferenceKind) => outcomes.filter((one) => one.is === 'alike' && one.kind === kind).length;
  return Object.fromEntries(differenceKinds.map((kind) => [kind, count(kind)])) as Record<DifferenceKind, number>;
}

/** A rule differs where one side was seen to keep it and the other to break it. */
function compareRules(left: Profile, right: Profile): ComparisonItem[] {
  const [verdicts, others] = [new Map(Object.entries(left.rules)), new Map(Object.entries(right.rules))];
  return [...new Set([...verdicts.keys(), ...others.keys()])].map((id) => {
    const [one, other] = [verdicts.get(id), others.get(id)];
    if (!isConclusive(one) || !isConclusive(other)) {
      return uncompared('rule', id, formatSides(inWords(one, left), inWords(other, right)));
    }
    return one === other ? alike('rule', id) : different('rule', id, inWords(one, left), inWords(other, right));
  });
}

function isConclusive(verdict: string | undefined): boolean {
  return verdict === 'pass' || verdict === 'violation';
}

const words = { pass: 'kept', violation: 'violated', inconclusive: 'could not be told' } as const;

function inWords(verdict: Profile['rules'][string] | undefined, { source }: Profile): string {
  if (verdict !== undefined && verdict !== 'skipped') return words[verdict];
  return verdict === undefined || source.level === null ? 'not judged' : `not run at level ${source.level}`;
}

/** Returns the profile with `{base_url}` where a text names the deployment's own address: that two have two addresses is no news. */
function withoutAddress(profile: Profile): Profile {
  const { baseUrl } = profile.source;
  const origin = parseUrl(baseUrl)?.origin;
  if (origin === undefined) return profile;
  const replace = (text: string) => text.replaceAll(baseUrl, '{base_url}').replaceAll(origin, '{origin}');
  return {
    ...profile,
    questions: inTexts(profile.questions, replace),
    responses: inTexts(profile.responses, replace),
  };
}

/** Returns the same JSON, each text in it replaced. */
function inTexts<Json>(json: Json, replace: (text: string) => string): Json {
  return JSON.parse(JSON.stringify(json), (_, value) => (typeof value === 'string' ? replace(value) : value));
}
