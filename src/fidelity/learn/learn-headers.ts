import { mayHoldSecret } from '../../exchange/hide-secrets.js';
import type { Reading } from '../../judge/evidence.js';
import { isHeaderText } from '../../judge/observations/seen.js';
import { parseHttpDate } from '../../spec/dates.js';
import type { LearnedHeader } from '../profile/profile.js';
import { isAllowedHeaderValue, isCacheDirectives } from './allowed-forms.js';
import { makeUpHeader, maySeemConstant } from './made-up-header.js';

/** So often a header must be seen for its one value to be called constant. */
const SEEN_AGAIN = 2;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:;\s*charset="?[\w-]+"?)?$/i;

/** Of the responses of gateways. */
const PAGE_TYPE = /^(?:text\/(?:html|plain|xml)|application\/xml)(?:;\s*charset="?[\w-]+"?)?$/i;

/** Learns the headers of the responses of one place. */
export type LearnHeaders = (readings: readonly Reading[]) => LearnedHeader[];

type LearnedValue = Omit<LearnedHeader, 'name'>;

/** Prepares to learn headers: whether a value is constant shows in all responses, not in those of one place. */
export function createHeaderLearner(readings: readonly Reading[]): LearnHeaders {
  const values = valuesByName(readings);
  const learned = new Map<string, LearnedValue>();
  for (const [name, seen] of values) learned.set(name, learnHeader(name, seen));
  return (ofPlace) => {
    const [first] = ofPlace;
    return namesOf(first).flatMap((written) => {
      const name = written.toLowerCase();
      if (!ofPlace.every((reading) => learnableValue(reading, name) !== undefined)) return [];
      if (name === 'content-type') return learnContentType(written, ofPlace);
      const isCaching = cachingHeaders.includes(name);
      const header = isCaching ? learnCaching(name, ofPlace) : learned.get(name);
      return header === undefined ? [] : [{ name: written, ...header }];
    });
  };
}

/** Returns the names of the headers that only some of the responses of a place have. */
export function headersAtTimes(ofPlace: readonly Reading[]): string[] {
  const written = new Map(ofPlace.flatMap(namesOf).map((name) => [name.toLowerCase(), name]));
  const isAtTimes = (name: string) => ofPlace.some((reading) => learnableValue(reading, name) === undefined);
  return [...written].flatMap(([name, asWritten]) => (name !== 'content-type' && isAtTimes(name) ? [asWritten] : []));
}

function learnHeader(name: string, seen: readonly string[]): LearnedValue {
  const [value = ''] = seen;
  const isConstant = seen.length >= SEEN_AGAIN && seen.every((each) => each === value);
  if (isConstant && isAllowedHeaderValue(value)) return { kind: 'constant', value };
  const madeUp = makeUpHeader(seen);
  return isConstant && maySeemConstant(name, value) ? { ...madeUp, kind: 'constant', isMadeUp: true } : madeUp;
}

function learnCaching(name: string, ofPlace: readonly Reading[]): LearnedValue {
  const learned = learnCachingHeader(name, ofPlace);
  return learned ?? { ...makeUpHeader(ofPlace.map((reading) => learnableValue(reading, name) ?? '')), isMadeUp: true };
}

/** Plain JSON is what the document demands, and rules judge JSON under another type. */
function learnContentType(name: string, readings: readonly Reading[]): LearnedHeader[] {
  const [value, ...others] = new Set(readings.map(({ header }) => header('content-type')));
  if (value === undefined || others.length > 0 || value === 'application/json') return [];
  const isNoJson = readings.every(({ received }) => received.kind === 'unreadable');
  if (!(isNoJson ? PAGE_TYPE : JSON_TYPE).test(value)) return [];
  return [{ name, kind: 'constant', value }];
}

function valuesByName(readings: readonly Reading[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const reading of readings) {
    for (const written of namesOf(reading)) {
      const name = written.toLowerCase();
      const known = values.get(name) ?? [];
      known.push(learnableValue(reading, name) ?? '');
      values.set(name, known);
    }
  }
  return values;
}

/** Returns what can be learned of a header. `name` in lower case. */
function learnableValue({ header }: Reading, name: string): string | undefined {
  const value = header(name);
  return cachingHeaders.includes(name) ? cachingValue(name, value) : value;
}

/** Returns the names as they were written, each once, without those that are left out. */
function namesOf(reading: Reading | undefined): string[] {
  const names = (reading?.exchange.response?.headers ?? []).map(([name]) => name);
  const first = names.filter(
    (name, index) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) === index,
  );
  const isTelling = (name: string) =>
    !isLeftOut(name) && reading !== undefined && learnableValue(reading, name) !== undefined;
  return first.filter((name) => NAME.test(name) && isTelling(name.toLowerCase()));
}

/** Headers that are not learned, in lower case, by the reason. */
const leftOut = {
  'the document describes them': 'x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset retry-after',
  'an open question is about them': 'www-authenticate allow deprecation sunset link preference-applied',
  'they are addresses; that of a new message is learned by its form': 'location content-location',
  'they belong to one connection, or to the transfer of one response':
    'accept-ranges age alt-svc connection content-encoding content-length content-range date keep-alive proxy-connection ' +
    'server-timing te trailer transfer-encoding upgrade via x-cache x-cache-hits x-cache-lookup cache-status x-served-by ' +
    'x-timer',
  'they validate what a cache holds, which the fake does not': 'etag last-modified',
  'they contain a secret or a person':
    'set-cookie set-cookie2 authentication-info proxy-authenticate proxy-authentication-info',
} as const;

const names = new Set(Object.values(leftOut).flatMap((each) => each.split(' ')));

/** CORS, which the fake handles itself, and headers that only the fake has. */
const PREFIXES = /^(?:access-control-|x-mock-|x-petstore-mock-|:)/;

/** Returns whether a header is not learned. `name` in lower case. */
function isLeftOut(name: string): boolean {
  return names.has(name) || PREFIXES.test(name) || mayHoldSecret(name);
}

/** Headers that control caching. Each kind of response has its own. */
const cachingHeaders: readonly string[] = ['cache-control', 'pragma', 'expires', 'vary'];

/** Names of headers that requests have; other names may be anybody's. */
const REQUEST_HEADER =
  '(?:\\*|accept(?:-language|-charset|-datetime)?|authorization|content-type|cookie|host|origin|prefer|referer|user-agent|access-control-request-(?:headers|method)|x-api-key|x-requested-with|sec-fetch-(?:dest|mode|site|user))';
const NAMES = new RegExp(`^${REQUEST_HEADER}(?:\\s*,\\s*${REQUEST_HEADER})*$`, 'i');
const DAY_MS = 86_400_000;

/** Which values may be kept as they are. */
const isKept: Readonly<Record<string, (value: string, readings: readonly Reading[]) => boolean>> = {
  'cache-control': isCacheDirectives,
  pragma: (value) => /^no-cache$/i.test(value),
  vary: (value) => NAMES.test(value),
  // A moment long past means the same as 0; any other belongs to its response.
  expires: (value, readings) => {
    const ms = parseHttpDate(value);
    if (ms === undefined) return /^(?:0|-1)$/.test(value);
    return readings.every(({ respondedMs }) => ms < respondedMs - DAY_MS);
  },
};

/** Returns a caching header as far as it counts; undefined where nothing of it does. `name` in lower case. */
function cachingValue(name: string, value: string | undefined): string | undefined {
  if (name !== 'vary') return value?.trim();
  // Whether a body was compressed depends on its size and on who asks.
  const names = (value ?? '').split(',').map((each) => each.trim());
  const kept = names.filter((each) => each !== '' && each.toLowerCase() !== 'accept-encoding');
  return kept.length === 0 ? undefined : kept.join(', ');
}

/**
 * Learns a caching header that every response of a place has; undefined if its values must not be kept. `name` in lower case.
 */
function learnCachingHeader(
  name: string,
  readings: readonly Reading[],
): Pick<LearnedHeader, 'kind' | 'value'> | undefined {
  const values = readings.map(({ header }) => cachingValue(name, header(name)) ?? '');
  const [value = ''] = values;
  const mayStay = (each: string) => isHeaderText(each) && isKept[name]?.(each, readings) === true;
  if (values.every((each) => each === value)) return mayStay(value) ? { kind: 'constant', value } : undefined;
  const isCounting = new Set(values.map(withoutNumbers)).size === 1 && values.every(mayStay);
  return name === 'cache-control' && isCounting
    ? { kind: 'text', value: value.replace(/\d+/g, digitsLike) }
    : undefined;
}

function withoutNumbers(value: string): string {
  return value.replace(/\d+/g, '0');
}

function digitsLike(digits: string): string {
  return '1234567890'.slice(0, digits.length);
}
