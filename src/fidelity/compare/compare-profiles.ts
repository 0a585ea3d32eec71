import { parseUrl } from '../../json/parse-url.js';
import { petstore } from '../../service/petstore.js';
import { type QuestionId, questionIds } from '../../service/questions/open-questions.js';
import type { Service } from '../../service/service.js';
import type { Profile } from '../profile/profile.js';
import { howToObserve, observingOf } from '../profile/questions.js';
import { compareQuestions } from './compare-questions.js';
import { compareResponses } from './compare-responses.js';
import { type Comparison, ignoreMatcher, Results, type Side } from './comparison.js';
import { evidenceOf } from './evidence-of.js';

/** Compares two profiles fact by fact. A fact that a side does not show, or too seldom, is left out. `ignored`: see {@link ignoreMatcher}. */
export function compareProfiles(
  left: Side,
  right: Side,
  ignored: readonly string[] = [],
  service: Service = petstore,
): Comparison {
  const [one, other] = [withoutAddress(left.profile), withoutAddress(right.profile)];
  const results = new Results();
  const rules = Object.keys({ ...one.rules, ...other.rules });
  for (const id of rules) {
    results.compare(`rule/${id}`, ruleIn(one, id), ruleIn(other, id));
  }
  compareQuestions(one, other, results, service);
  compareLimits(one.limit, other.limit, results);
  compareResponses(one, other, results, service);
  const isIgnored = ignoreMatcher(ignored);
  const { differences: all, compared } = results;
  const differences = all.filter(({ path }) => !isIgnored(path));
  const seen = new Set([...compared].map((path) => path.split('/', 2).join('/')));
  const unseen = questionIds.filter((id) => !seen.has(`question/${id}`));
  const missing = unseen.filter((id) => isMissing(id, one, other, service) && !isIgnored(`question/${id}`));
  const notCompared = unseen.filter((id) => !missing.includes(id));
  return {
    left: left.name,
    right: right.name,
    differences: differences.map((each) => ({ ...each, ...evidenceOf(each.path, left, right) })),
    ignored: all.filter(({ path }) => isIgnored(path)),
    alike: compared.size - all.length,
    questions: { compared: questionIds.length - unseen.length, of: questionIds.length, missing, notCompared },
    rules: { compared: rules.filter((id) => compared.has(`rule/${id}`)).length, of: rules.length },
  };
}

/** Returns whether one side shows a question, and the other one does not, though it was asked, too: drift may hide there. */
function isMissing(id: QuestionId, left: Profile, right: Profile, service: Service): boolean {
  const [blind, ...more] = [left, right].filter(({ questions }) => questions[id]?.origin !== 'observed');
  if (blind === undefined || more.length > 0) return false;
  return howToObserve(id, observingOf(blind, service)) === undefined;
}

function ruleIn({ rules }: Profile, id: string): string | undefined {
  if (rules[id] === 'pass') return 'passed';
  return rules[id] === 'violation' ? 'violated' : undefined;
}

/** The plan follows from these. */
const limitUnits = { perMinute: ' requests a minute', perDay: ' requests a day' } as const;

function compareLimits(left: Profile['limit'], right: Profile['limit'], results: Results): void {
  for (const [name, unit] of Object.entries(limitUnits) as [keyof typeof limitUnits, string][]) {
    const [one, other] = [left[name], right[name]].map((value) => (value === null ? undefined : `${value}${unit}`));
    results.compare(`limit/${name}`, one, other);
  }
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
