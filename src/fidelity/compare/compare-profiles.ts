import { operationIds } from '../../spec/operations.js';
import { parseUrl } from '../../spec/parse-url.js';
import type { LearnedLatency, Profile } from '../profile/profile.js';
import { compareQuestions } from './compare-questions.js';
import { compareResponses } from './compare-responses.js';
import type { Comparison, Side } from './comparison.js';
import { coverageOf } from './coverage.js';
import { explain } from './explain.js';
import { type Known, Results } from './results.js';

/** Compares two profiles fact by fact. A fact that one side does not show, or too seldom, is not compared. `ignored`: see {@link Results}. */
export function compareProfiles(left: Side, right: Side, ignored: readonly string[] = []): Comparison {
  const [one, other] = [withoutAddress(left.profile), withSamePlan(withoutAddress(right.profile), left.profile)];
  const results = new Results(ignored);
  const rules = Object.keys({ ...one.rules, ...other.rules });
  for (const id of rules) {
    results.compare(`rule/${id}`, ruleIn(one, id), ruleIn(other, id));
  }
  compareQuestions(one, other, results);
  compareLimits(one.limit, other.limit, results);
  compareResponses(one, other, results);
  for (const operation of [...operationIds, 'other' as const]) {
    compareLatency(`latency/${operation}`, one.latency[operation], other.latency[operation], results);
  }
  const { differences, alike, uncompared, weighed } = results;
  return {
    left: left.name,
    right: right.name,
    differences: explain(differences, left, right, weighed),
    ignored: results.ignored,
    alike,
    questions: coverageOf(one, other, results),
    rules: { compared: rules.filter((id) => weighed.has(`rule/${id}`)).length, of: rules.length },
    uncompared,
  };
}

function ruleIn({ rules, source: { level } }: Profile, id: string): Known | undefined {
  const outcome = rules[id];
  if (outcome === undefined) return undefined;
  if (outcome === 'pass') return { text: 'passed' };
  if (outcome === 'violation') return { text: 'violated' };
  if (outcome === 'inconclusive') return { text: outcome, isUnknown: true };
  return { text: level === null ? 'not judged' : `skipped at level ${level}`, isUnknown: true };
}

const limitUnits = { plan: '', perMinute: ' requests a minute', perDay: ' requests a day' } as const;

function compareLimits(left: Profile['limit'], right: Profile['limit'], results: Results): void {
  for (const [name, unit] of Object.entries(limitUnits) as [keyof typeof limitUnits, string][]) {
    const known = [left[name], right[name]].map((value) => (value === null ? undefined : { text: `${value}${unit}` }));
    if (known.some((each) => each !== undefined)) results.compare(`limit/${name}`, ...known);
  }
}

/** With fewer responses a few slow ones make the median. */
const FEWEST_TIMED = 6;
/**
 * A slow network must not count: the median of the slower side must be more than so many times what nine of ten responses of the
 * faster one stay under…
 */
const CLEAR_RATIO = 2;
/** …and lie more than so far from it. */
const CLEAR_DISTANCE_MS = 50;

function compareLatency(
  path: string,
  one: LearnedLatency | undefined,
  other: LearnedLatency | undefined,
  results: Results,
) {
  if (one === undefined || other === undefined) {
    if (one !== other) results.compare(path, one && { text: latencyText(one) }, other && { text: latencyText(other) });
    return;
  }
  const count = Math.min(one.count, other.count);
  const needs = count < FEWEST_TIMED || isClear(one, other) ? FEWEST_TIMED : undefined;
  results.weigh(path, [latencyText(one), latencyText(other)], needs, count);
}

function latencyText({ p50, p90 }: LearnedLatency): string {
  return `${milliseconds(p50)} at the median, ${milliseconds(p90)} at the 90th percentile`;
}

function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}

function isClear(one: LearnedLatency, other: LearnedLatency): boolean {
  const [fast, slow] = one.p50 < other.p50 ? [one, other] : [other, one];
  return slow.p50 > CLEAR_RATIO * fast.p90 && slow.p50 - fast.p90 > CLEAR_DISTANCE_MS;
}

/** Returns the profile with the other's plan where both show a limit in common: a plan may only be the user's word. */
function withSamePlan(profile: Profile, { limit: other }: Profile): Profile {
  const { limit } = profile;
  const shared = [limit.perMinute, limit.perDay].some(
    (number) => number !== null && (number === other.perMinute || number === other.perDay),
  );
  return shared ? { ...profile, limit: { ...limit, plan: other.plan } } : profile;
}

/** Returns the profile with `{base_url}` for the deployment's own address: two deployments have two addresses. */
function withoutAddress(profile: Profile): Profile {
  const { baseUrl } = profile.source;
  const origin = parseUrl(baseUrl)?.origin;
  if (origin === undefined) return profile;
  const replace = (text: string) => text.replaceAll(baseUrl, '{base_url}').replaceAll(origin, '{origin}');
  const inTexts = <Json>(json: Json): Json =>
    JSON.parse(JSON.stringify(json), (_, value) => (typeof value === 'string' ? replace(value) : value));
  return { ...profile, questions: inTexts(profile.questions), responses: inTexts(profile.responses) };
}
