import { groupBy } from '../../spec/group-by.js';
import {
  parseRateLimitFields,
  type QuotaPolicy,
  type RateLimitFields,
  type ServiceLimit,
} from '../../spec/rate-limit-fields.js';
import { rateLimitFieldNames } from '../../spec/rate-limit-headers.js';
import { type Evidence, oncePer, type Reading } from '../evidence.js';
import { SKEW_MS } from '../ledger.js';
import { headerInWords } from '../requests.js';
import { isCode } from './errors.js';
import { type LimitsShown, limitsShown } from './limits.js';
import { distinct, type Seen, seen, unseen } from './seen.js';

/**
 * Which fields of the IETF draft stand beside the three headers (§8.1), by their structure. What contradicts the three is noted: the
 * document promises nothing of these fields.
 */
export function rateLimitFields({ readings }: Evidence): Seen {
  const shown = limitsShown(readings.filter(({ isCached }) => !isCached));
  const forms = groupBy(shown, (reading) => JSON.stringify(formOf(reading)));
  const [first] = shown;
  if (first === undefined) return unseen('no response had well-formed rate-limit headers');
  const contradiction = describeContradictions(shown);
  const examples = [...forms.values()].flatMap(([example]) => (example === undefined ? [] : inWords(example)));
  const note = [...examples.slice(0, 3), ...contradiction].join('; ');
  const form = formOf(first);
  const mayLackOne = Object.keys(form).length < 2 && shown.some(({ mayHideHeaders }) => mayHideHeaders);
  if (forms.size > 1 || mayLackOne || Object.values(form).includes('other')) return unseen(note, shown);
  if (Object.keys(form).length === 0) return seen('x', note, shown);
  const { names, unknown } = namesIn(shown);
  const doubtful = { ...unknown, ...(contradiction.length > 0 && { numbers: 'they contradict the three headers' }) };
  const notSeen = [...windows.filter((window) => !(window in names)), ...(contradiction.length > 0 ? ['numbers'] : [])];
  return { ...seen({ ...form, ...names }, note, shown, notSeen), unknown: doubtful };
}

function inWords(reading: Reading): string {
  return rateLimitFieldNames.map((name) => headerInWords(reading, name)).join(', ');
}

const fieldsOf = oncePer(({ header }: Reading) => parseRateLimitFields({ get: (name) => header(name) ?? null }));

const windows = ['minute', 'day'] as const;
/** `unknown`: not stated; `other`: of neither length, or of another unit than requests. */
type Window = (typeof windows)[number] | 'unknown' | 'other';

function windowOf(policy: QuotaPolicy | undefined): Window {
  if (policy?.unit !== 'requests') return 'other';
  if (policy.windowSeconds === undefined) return 'unknown';
  return policy.windowSeconds === 60 ? 'minute' : policy.windowSeconds === 86_400 ? 'day' : 'other';
}

/** As a behaviour has it; `other`: malformed, or nothing that a fake could send. */
type Extent = 'each-window' | 'described-window' | 'other';

/** Returns for which windows each field of a response has an item. */
function formOf(reading: Reading): { [Name in (typeof rateLimitFieldNames)[number]]?: Extent } {
  const { policies, limits } = fieldsOf(reading);
  const ofLimit = ({ name }: ServiceLimit) =>
    policies === undefined ? 'unknown' : windowOf(policies.find((policy) => policy.name === name));
  const all = { 'RateLimit-Policy': policies?.map(windowOf), RateLimit: limits?.map(ofLimit) };
  const sent = rateLimitFieldNames.filter((name) => reading.header(name) !== undefined);
  return Object.fromEntries(sent.map((name) => [name, extentOf(all[name] ?? [])]));
}

function extentOf(shown: readonly Window[]): Extent {
  const [one, other, ...more] = shown;
  if (one === undefined || more.length > 0 || shown.includes('other')) return 'other';
  if (other === undefined) return 'described-window';
  return one !== other || one === 'unknown' ? 'each-window' : 'other';
}

/** Returns what the policies of each window are called, if all have one name, and it is a plain word as a code of an error is. */
function namesIn(shown: readonly Reading[]) {
  const all = shown.flatMap((reading) => namedWindows(fieldsOf(reading)));
  const found = windows.map((window) => {
    const names = distinct(all.filter((one) => one.window === window).map(({ name }) => name));
    return { window, names, isKnown: names.length === 1 && names.every(isCode) };
  });
  const unknown = found.filter(({ names, isKnown }) => names.length > 0 && !isKnown);
  return {
    names: Object.fromEntries(found.flatMap(({ window, names: [name], isKnown }) => (isKnown ? [[window, name]] : []))),
    unknown: Object.fromEntries(unknown.map(({ window }) => [window, 'not one plain name'])),
  };
}

/** Without policies only a day lasts longer than a minute. */
function namedWindows({
  policies,
  limits = [],
}: RateLimitFields): { readonly name: string; readonly window: Window }[] {
  if (policies !== undefined) return policies.map((policy) => ({ name: policy.name, window: windowOf(policy) }));
  return limits.map(({ name, secondsLeft }) => {
    if (secondsLeft === undefined) return { name, window: 'unknown' };
    return { name, window: secondsLeft > 60 ? 'day' : 'minute' };
  });
}

function describeContradictions(shown: readonly LimitsShown[]): string[] {
  const found = shown.flatMap((reading) => contradictionOf(reading) ?? []);
  return found.length === 0 ? [] : [`${found.length} of ${shown.length} contradict the three headers: ${found[0]}`];
}

/** Returns what in the fields of a response contradicts the three headers; undefined if nothing does. */
export function contradictionOf(reading: Reading): string | undefined {
  const { policies, limits: left = [] } = fieldsOf(reading);
  if (reading.limits === undefined) return undefined;
  const { limit, remaining, resetSeconds } = reading.limits;
  const ofLimit = policies?.filter(({ quota, unit }) => quota === limit && unit === 'requests');
  if (ofLimit?.length === 0) return `no policy has q=${limit} of X-RateLimit-Limit`;
  const described = left.filter(({ name }) => ofLimit === undefined || ofLimit.some((policy) => policy.name === name));
  const [first] = described;
  if (first === undefined)
    return left.length === 0 ? undefined : `RateLimit is of another policy than that with q=${limit}`;
  if (described.every((one) => one.remaining > remaining)) {
    return `r=${first.remaining}, but X-RateLimit-Remaining is ${remaining}`;
  }
  const isInTime = ({ secondsLeft }: ServiceLimit) => {
    if (secondsLeft === undefined) return true;
    const startMs = (resetSeconds - secondsLeft) * 1000;
    return startMs >= reading.earliestMs - SKEW_MS && startMs <= reading.latestMs + SKEW_MS;
  };
  if (described.some(isInTime)) return undefined;
  const ahead = Math.round(resetSeconds - reading.respondedMs / 1000);
  return `t=${first.secondsLeft}, but X-RateLimit-Reset is ${ahead} seconds ahead`;
}
