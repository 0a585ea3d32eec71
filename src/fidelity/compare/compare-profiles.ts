import { parseUrl } from '../../spec/parse-url.js';
import type { LearnedHeader, LearnedLatency, Profile, Shape, ShapeType } from '../profile/profile.js';
import { type Comparison, type Difference, kindOf, pathKinds, type Side, type Uncompared } from './comparison.js';
import { type Fact, type Flat, flattenChoices } from './flatten.js';
import { flattenResponses } from './flatten-responses.js';
import { ignoreMatcher } from './ignore.js';

/** Compares two profiles fact by fact. A fact that one side does not show, or too seldom, is not compared. `ignored`: see {@link ignoreMatcher}. */
export function compareProfiles(left: Side, right: Side, ignored: readonly string[] = []): Comparison {
  const [one, other] = [withoutAddress(left.profile), withSamePlan(withoutAddress(right.profile), left.profile)];
  const [flat, twin] = [flatten(one, other), flatten(other, one)];
  const isIgnored = ignoreMatcher(ignored);
  const differences: Difference[] = [];
  const uncompared: Uncompared[] = [];
  let alike = 0;
  for (const path of pathsOf(flat, twin)) {
    const found = compareAt(path, flat, twin);
    if (found === 'alike') alike += isIgnored(path) ? 0 : 1;
    else if (found !== undefined && 'why' in found) uncompared.push({ path, ...found });
    else if (found !== undefined) differences.push({ path, ...found });
  }
  return {
    left: left.name,
    right: right.name,
    differences: differences.filter(({ path }) => !isIgnored(path)),
    ignored: differences.filter(({ path }) => isIgnored(path)),
    alike,
    uncompared: uncompared.filter(({ path }) => !isIgnored(path)),
  };
}

function flatten(profile: Profile, other: Profile): Flat {
  const flat: Flat = { facts: new Map(), unknown: new Map() };
  flattenChoices(profile, other, flat);
  flattenResponses(profile, other, flat);
  return flat;
}

/** Returns every path of either side, by kind. */
function pathsOf(left: Flat, right: Flat): string[] {
  const all = new Set([left, right].flatMap(({ facts, unknown }) => [...facts.keys(), ...unknown.keys()]));
  return pathKinds.flatMap((kind) => [...all].filter((path) => kindOf({ path }) === kind));
}

type Found = 'alike' | Omit<Difference, 'path'> | Omit<Uncompared, 'path'> | undefined;

function compareAt(path: string, left: Flat, right: Flat): Found {
  const [one, other] = [left.facts.get(path), right.facts.get(path)];
  if (one?.value?.kind === 'container' || other?.value?.kind === 'container') return placeAt(one, other);
  if (one !== undefined && other !== undefined) {
    const needs = neededToDiffer(one, other);
    return needs === undefined ? 'alike' : differs(one.text, other.text, needs, [one.count, other.count]);
  }
  const shown = one ?? other;
  const blind = one === undefined ? left : right;
  if (shown?.absence !== undefined && !blind.unknown.has(path)) {
    const { text, needs, container } = shown.absence;
    const around = blind.facts.get(container);
    // What is around it was not seen there either.
    if (around?.value?.kind !== 'container') return undefined;
    const texts = one === undefined ? ([text, shown.text] as const) : ([shown.text, text] as const);
    return differs(...texts, around.value.isOpen ? Number.POSITIVE_INFINITY : needs, [shown.count, around.count]);
  }
  if (path.startsWith('response/') && !isPlaceSeen(path, blind)) return undefined;
  // The members of a choice that a side does not show are listed once, under the choice.
  if (
    shown !== undefined &&
    !blind.unknown.has(path) &&
    [...blind.unknown.keys()].some((each) => path.startsWith(`${each}/`))
  )
    return undefined;
  return { why: formatSides(whyAt(path, left), whyAt(path, right)) };
}

function isPlaceSeen(path: string, { facts }: Flat): boolean {
  return facts.has(path.split('/').slice(0, 3).join('/'));
}

/** A place that only one side saw is not a difference: rules and open questions cover that. */
function placeAt(one: Fact | undefined, other: Fact | undefined): Found {
  if (one?.text !== 'seen' && other?.text !== 'seen') return undefined;
  if (one !== undefined && other !== undefined) return undefined;
  return { why: `only the ${one === undefined ? 'right' : 'left'} side had such a response` };
}

function differs(left: string, right: string, needs: number, counts: readonly (number | undefined)[]): Found {
  const count = Math.min(...counts.map((each) => each ?? Number.POSITIVE_INFINITY));
  if (count >= needs && Number.isFinite(needs)) return { left, right };
  const why = Number.isFinite(needs) ? `too few responses (${count}, it takes ${needs})` : 'it may be there at times';
  return { why: `${formatSides(left, right)}; ${why}` };
}

function whyAt(path: string, { facts, unknown }: Flat): string {
  return facts.get(path)?.text ?? unknown.get(path) ?? 'not observed';
}

/** Writes what is so on each side, once where both are alike. */
function formatSides(left: string, right: string): string {
  return left === right ? `both: ${left}` : `left: ${left}; right: ${right}`;
}

/** Returns how many responses it takes on each side to be sure that two facts differ; undefined where they are alike. */
function neededToDiffer(one: Fact, other: Fact): number | undefined {
  const [value, twin] = [one.value, other.value];
  if (value?.kind === 'shape' && twin?.kind === 'shape') return neededForShapes(value, twin);
  if (value?.kind === 'header' && twin?.kind === 'header') return neededForHeaders(value.header, twin.header);
  if (value?.kind === 'latency' && twin?.kind === 'latency') {
    if (Math.min(one.count ?? 0, other.count ?? 0) < FEWEST_TIMED) return FEWEST_TIMED;
    return isClear(value, twin) ? FEWEST_TIMED : undefined;
  }
  return one.text === other.text ? undefined : 0;
}

type ShapeValue = Extract<NonNullable<Fact['value']>, { kind: 'shape' }>;

function neededForShapes(one: ShapeValue, other: ShapeValue): number | undefined {
  const [types, twins] = [kindsOf(one.shape), kindsOf(other.shape)];
  if (types.size > 0 && twins.size > 0) {
    if (![...types].some((type) => twins.has(type))) return 1;
    if (hasOtherForm(one.shape, other.shape)) return Math.max(one.needs.form, other.needs.form);
  }
  if (one.isAlways === other.isAlways) return undefined;
  const needs = Math.max(one.needs.presence, other.needs.presence);
  return Number.isFinite(needs) ? needs : undefined;
}

/** A number may happen to be whole, and what can be null may happen never to be. */
function kindsOf({ type }: Shape): Set<ShapeType> {
  return new Set(type.filter((each) => each !== 'null').map((each) => (each === 'integer' ? 'number' : each)));
}

/** Dates and UUIDs are what their place demands; that free texts all look like e-mails or links may be chance. */
const strictForms: readonly (string | undefined)[] = ['date-time', 'date', 'uuid'];

function hasOtherForm({ type, format: left }: Shape, { type: otherType, format: right }: Shape): boolean {
  if (left === right || !type.includes('string') || !otherType.includes('string')) return false;
  return strictForms.includes(left) || strictForms.includes(right);
}

/** For the one value of a header to count. */
const SEEN_AGAIN = 2;
/** A changing text may happen to be all digits. */
const SEEN_OFTEN = 6;
/** One of two gateways may happen to send most responses, so that a header that changes seems not to. */
const SEEN_CHANGING = 20;

function neededForHeaders(one: LearnedHeader, other: LearnedHeader): number | undefined {
  if (one.kind !== other.kind) {
    const isCaching = isMadeUpCaching(one) || isMadeUpCaching(other);
    if (isCaching) return undefined;
    return [one.kind, other.kind].includes('constant') ? SEEN_CHANGING : SEEN_OFTEN;
  }
  if ((one.kind !== 'constant' && one.kind !== 'template') || one.isMadeUp || other.isMadeUp) return undefined;
  return listed(one) === listed(other) ? undefined : SEEN_AGAIN;
}

/** Returns whether the values were not recorded, so that they may be one or several. */
function isMadeUpCaching({ kind, isMadeUp }: LearnedHeader): boolean {
  return kind !== 'constant' && isMadeUp === true;
}

/** The order of a list is irrelevant. */
function listed({ name, value }: LearnedHeader): string {
  if (!/^(?:cache-control|vary)$/i.test(name)) return value;
  const parts = value.toLowerCase().split(/\s*,\s*/);
  return parts.sort().join();
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

type Quantiles = Pick<LearnedLatency, 'p50' | 'p90'>;

function isClear(one: Quantiles, other: Quantiles): boolean {
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
