import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import { parseUrl } from '../../json/parse-url.js';
import type { Behaviour } from '../../service/behaviour.js';
import { type ErrorSituation, errorCatalogue, errorSituations, namesOfError } from '../../service/errors.js';
import { petstore } from '../../service/petstore.js';
import { type QuestionId, questionIds } from '../../service/questions/open-questions.js';
import { checkPairs, orderOf } from '../../service/questions/order-of-checks.js';
import type { Service } from '../../service/service.js';
import type { LearnedChoice, Profile } from '../profile/profile.js';
import { formatChoice, howToObserve, observingOf } from '../profile/questions.js';
import { showsService } from '../profile/shows-service.js';
import { placeOfRecords } from '../stock/record-questions.js';
import { compareExchanges } from './compare-exchanges.js';
import { compareBodies, compareResponses } from './compare-responses.js';
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
  // The plan follows from these.
  for (const [name, unit] of Object.entries({ perMinute: 'minute', perDay: 'day' } as const)) {
    const limits = [one, other].map(({ limit }) => limit[name as keyof Profile['limit']]);
    const [value, twin] = limits.map((limit) => (limit === null ? undefined : `${limit} requests a ${unit}`));
    results.compare(`limit/${name}`, value, twin);
  }
  compareResponses(one, other, results, service);
  // What responded at a wrong base URL, or before a run could begin, is not the service.
  if ([one, other].every((profile) => profile.source.stopped === null || showsService(profile, service)))
    compareExchanges(left, right, results, service);
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

function compareQuestions(left: Profile, right: Profile, results: Results, service: Service): void {
  for (const id of questionIds) {
    const path = `question/${id}`;
    // Of questions about records, the shapes are compared.
    const place = placeOfRecords(id);
    if (place !== undefined) compareBodies(place, { at: path, within: path }, [left, right], results, service);
    const [one, other] = [observedChoice(id, left), observedChoice(id, right)];
    if (place !== undefined || one === undefined || other === undefined) continue;
    const names = [one, other].flatMap(({ choice }) => (isJsonObject(choice) ? Object.keys(choice) : []));
    const [members, others] = [membersOf(id, one, names, left), membersOf(id, other, names, right)];
    // A choice in one word has no member to compare with those of another one.
    if ('' in members !== '' in others) results.compare(path, formatChoice(one.choice), formatChoice(other.choice));
    else for (const end of Object.keys(members)) results.compare(path + end, members[end], others[end]);
  }
}

function observedChoice(id: QuestionId, { questions }: Profile): LearnedChoice<JsonValue> | undefined {
  const learned = questions[id] as LearnedChoice<JsonValue> | undefined;
  return learned?.origin === 'observed' ? learned : undefined;
}

/** Returns the members of a choice by the ends of their paths; the end is empty for a choice without members. */
function membersOf(
  id: QuestionId,
  learned: LearnedChoice<JsonValue>,
  names: readonly string[],
  profile: Profile,
): Record<string, string> {
  const isOfErrors = id === 'error-codes' || id === 'error-messages';
  const choice = isOfErrors ? errorMembers(learned, names, profile) : inParts(id, learned);
  if (!isJsonObject(choice)) return { '': formatChoice(choice) };
  const seen = Object.entries(choice).filter(([name]) => !learned.unseen?.includes(name));
  return Object.fromEntries(seen.map(([name, value]) => [`/${name}`, formatChoice(value)]));
}

/** The headers that a choice leaves out where they are not sent. */
const headersOfChoices: { readonly [Id in QuestionId]?: readonly string[] } = {
  'deprecation-headers': ['Deprecation', 'Sunset', 'Link'],
  'rate-limit-fields': ['RateLimit-Policy', 'RateLimit'],
};

/** Returns a choice in members where it can have members, without what may be chance. */
function inParts(id: QuestionId, { choice }: LearnedChoice<JsonValue>): JsonValue {
  if (id === 'order-of-checks') return orderInPairs(choice);
  const headers = headersOfChoices[id] ?? [];
  return isJsonObject(choice)
    ? { ...Object.fromEntries(headers.map((name) => [name, 'not there'])), ...choice }
    : choice;
}

function orderInPairs(choice: JsonValue): JsonObject {
  const order = orderOf(choice as Behaviour['order-of-checks']);
  return Object.fromEntries(
    checkPairs.map(({ name, checks: [one, other] }) => [name, order.indexOf(one) < order.indexOf(other) ? one : other]),
  );
}

/** Returns the codes or messages of all names that either side has: one of a status holds in each of its situations. */
function errorMembers(learned: LearnedChoice<JsonValue>, names: readonly string[], profile: Profile): JsonObject {
  const { choice, unseen = [] } = learned;
  const members = isJsonObject(choice) ? choice : {};
  const found = [...new Set(names)].flatMap((name): [string, JsonValue][] => {
    if (unseen.includes(name)) return [];
    const [value] = widerNames(name, profile).flatMap((each) => members[each] ?? []);
    // The numbers of a message belong to its moment.
    return typeof value === 'string' ? [[name, value.replace(/(?<!\w)-?\d+|\d+/g, '0')]] : [];
  });
  return Object.fromEntries(found);
}

function widerNames(name: string, profile: Profile): string[] {
  if (!Object.hasOwn(errorSituations, name)) return [name];
  const situation = name as ErrorSituation;
  const code = codeOf(situation, profile);
  return code === undefined ? [name] : namesOfError({ code, situation });
}

/** Which questions decide the status in a situation. */
const questionsOfStatus: { readonly [Situation in ErrorSituation]?: QuestionId } = {
  'pet-id-malformed': 'malformed-pet-id',
  'pet-id-beyond-int64': 'malformed-pet-id',
  'content-type-wrong': 'update-content-type',
  'content-type-missing': 'update-content-type',
};

/** Returns the code of a situation; undefined where it has one of two, and nothing shows which. */
function codeOf(situation: ErrorSituation, { questions }: Profile) {
  const codes = errorSituations[situation];
  const question = questionsOfStatus[situation];
  if (question === undefined) return codes[0];
  const learned = questions[question];
  return codes.find((code) => learned?.origin === 'observed' && errorCatalogue[code].status === learned.choice);
}
