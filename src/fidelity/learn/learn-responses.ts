import { headerOf } from '../../exchange/exchange.js';
import { parseHttpDate } from '../../json/dates.js';
import { groupBy } from '../../json/group-by.js';
import { operationsAt } from '../../judge/observations/seen.js';
import type { Reading } from '../../judge/reading.js';
import type { Evidence } from '../../judge/rule.js';
import type { Service } from '../../service/service.js';
import { documentedWords } from '../profile/documented-bodies.js';
import { formatOf, inferShape, type KnownWords } from '../profile/infer-shape.js';
import { isHeaderLeftOut, isNeverImitated } from '../profile/not-imitated.js';
import {
  type LearnedBody,
  type LearnedHeader,
  type LearnedResponses,
  operationAt,
  type Place,
  placeOf,
  statusAt,
} from '../profile/profile.js';
import { isServedAsSeen } from './allowed-forms.js';
import { evidenceOf } from './confidence.js';
import { errorFieldsIn } from './error-fields.js';
import { repeatsRecords } from './texts-of-records.js';

export function learnResponses(evidence: Evidence, service: Service): Record<Place, LearnedResponses> {
  const readings = evidence.readings.filter(isRepresentative);
  const learnHeaders = headersIn(readings);
  const learnFields = errorFieldsIn(readings, evidence);
  const learned = [...groupBy(readings, placeOf)].map(([place, seen]): [Place, LearnedResponses] => [
    place,
    {
      count: seen.length,
      ...learnHeaders(place, seen),
      ...(seen.some(({ mayHideHeaders }) => mayHideHeaders) && { mayHideHeaders: true }),
      body: learnBody(seen, documentedWords(service, operationAt(place))),
      ...learnFields(place),
      ...learnDeprecation(seen, evidence),
      ...evidenceOf(seen),
    },
  ]);
  return Object.fromEntries(learned);
}

/** Returns whether a response is typical of its place: no copy of a cache, and not to a special request, HEAD or preflight. */
function isRepresentative(reading: Reading): boolean {
  const { status = 0, isCached, isSpecial, isUsualPath, exchange } = reading;
  const { request } = exchange;
  const isPreflight = headerOf(request.headers, 'access-control-request-method') !== undefined;
  return (
    status >= 100 &&
    status <= 599 &&
    !isCached &&
    !isSpecial &&
    isUsualPath &&
    request.method !== 'HEAD' &&
    !isPreflight
  );
}

/** Learns whether most of the responses at the path of a deprecated operation have one of the headers about its end (§9). */
function learnDeprecation(readings: readonly Reading[], evidence: Evidence): Pick<LearnedResponses, 'isDeprecated'> {
  const own = readings.filter((reading) => operationsAt(reading, evidence).some(({ deprecated }) => deprecated));
  const announcing = own.filter(({ header }) =>
    ['deprecation', 'sunset', 'link'].some((name) => header(name) !== undefined),
  );
  return own.length === 0 ? {} : { isDeprecated: 2 * announcing.length >= own.length };
}

function learnBody(readings: readonly Reading[], words: KnownWords): LearnedBody {
  const bodies = readings.map(({ received }) => received);
  const values = bodies.flatMap((body) => (body.kind === 'json' ? [body.value] : []));
  if (values.length > 0) return { kind: 'json', schema: inferShape(values, words) };
  if (bodies.some(({ kind }) => kind === 'unreadable')) return { kind: 'other' };
  return { kind: bodies.some(({ kind }) => kind === 'none') ? 'none' : 'unknown' };
}

/** So often a header must be seen for its one value to be called constant. */
const SEEN_AGAIN = 2;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:;\s*charset="?[\w-]+"?)?$/i;

/** Of the responses of gateways. */
const PAGE_TYPE = /^(?:text\/(?:html|plain|xml)|application\/xml)(?:;\s*charset="?[\w-]+"?)?$/i;

type LearnedValue = Omit<LearnedHeader, 'name'>;

type Learnable = ReadonlyMap<string, { readonly written: string; readonly value: string }>;

/** Learns the headers of a place: those of every response, and those of some. All places show whether one is constant. */
function headersIn(readings: readonly Reading[]) {
  const learnable = new Map(readings.map((reading) => [reading, learnableHeaders(reading)]));
  const all = [...learnable].flatMap(([reading, headers]) =>
    [...headers].map(([name, { value }]) => ({ name, value, place: placeOf(reading) })),
  );
  const repeats = repeatsRecords(readings);
  const learned = new Map(
    [...groupBy(all, ({ name }) => name)].map(([name, seen]) => [name, learnHeader(name, seen, repeats)]),
  );
  return (place: Place, ofPlace: readonly Reading[]): Pick<LearnedResponses, 'headers' | 'headersAtTimes'> => {
    const responses = ofPlace.flatMap((reading) => learnable.get(reading) ?? []);
    const isAlways = (name: string) => responses.every((each) => each.has(name));
    const headers = [...(responses[0] ?? [])].flatMap(([name, { written }]): LearnedHeader[] => {
      if (!isAlways(name)) return [];
      const value = name === 'content-type' ? learnContentType(ofPlace) : learned.get(name)?.(place);
      return value === undefined ? [] : [{ name: written, ...value }];
    });
    const written = new Map(responses.flatMap((each) => [...each].map(([name, one]) => [name, one.written])));
    const atTimes = [...written].filter(([name]) => name !== 'content-type' && !isAlways(name)).map(([, name]) => name);
    return { headers, ...(atTimes.length > 0 && { headersAtTimes: atTimes }) };
  };
}

function learnableHeaders({ exchange: { response }, header }: Reading): Learnable {
  const headers = new Map<string, { written: string; value: string }>();
  for (const [written] of response?.headers ?? []) {
    const name = written.toLowerCase();
    if (headers.has(name) || !NAME.test(written) || isHeaderLeftOut(name) || isNeverImitated(name)) continue;
    const value = header(name);
    if (value !== undefined) headers.set(name, { written, value });
  }
  return headers;
}

/** Returns the value of a header at a place that has it. */
type LookUpValue = (place: Place) => LearnedValue | undefined;

/** Into which groups places may fall that have a header in common, the coarsest first. */
const groupings: readonly ((place: Place) => string)[] = [
  () => '',
  (place) => `${Math.floor(statusAt(place) / 100)}xx`,
  (place) => String(statusAt(place)),
  operationAt,
  (place) => place,
];

/** A header that has one value for each operation, or each status, is constant there. */
function learnHeader(
  name: string,
  seen: readonly { readonly value: string; readonly place: Place }[],
  repeats: (text: string) => boolean,
): LookUpValue {
  for (const groupOf of groupings) {
    const groups = groupBy(seen, ({ place }) => groupOf(place));
    const isRepeated = [...groups.values()].some((own) => own.length >= SEEN_AGAIN);
    if (!isRepeated || ![...groups.values()].every((own) => new Set(own.map(({ value }) => value)).size === 1))
      continue;
    const learned = new Map(
      [...groups].map(([group, [one]]) => [group, learnConstant(name, one?.value ?? '', repeats)]),
    );
    return (place) => learned.get(groupOf(place));
  }
  const sample = sampleHeader(seen.map(({ value }) => value));
  return () => sample;
}

function learnConstant(name: string, value: string, repeats: (text: string) => boolean): LearnedValue {
  const sample = sampleHeader([value]);
  if (!maySeemConstant(name, value)) return sample;
  return isServedAsSeen(value) && !repeats(value)
    ? { kind: 'constant', value }
    : { ...sample, kind: 'constant', isMadeUp: true };
}

/** Plain JSON is what the document demands, and rules judge JSON under another type. */
function learnContentType(readings: readonly Reading[]): LearnedValue | undefined {
  const [value, ...others] = new Set(readings.map(({ header }) => header('content-type')));
  if (value === undefined || others.length > 0 || value === 'application/json') return undefined;
  const isNoJson = readings.every(({ received }) => received.kind === 'unreadable');
  return (isNoJson ? PAGE_TYPE : JSON_TYPE).test(value) ? { kind: 'constant', value } : undefined;
}

/** Of requests, and of caches, which depend on earlier requests. */
const OF_REQUESTS = /request-?id|trace|correlation|invocation|cache(?!-control)/;
const TIME = /\d{2}:\d{2}:\d{2}/;
const LONGEST = 300;

const HEX = /^[0-9a-f]{8,}$/i;
/** With a letter and a digit: else it may be a word, or a number. */
const HEX_PART = /(?<![a-z\d])((?=\d*[a-f])(?=[a-f]*\d)[\da-f]{8,})(?![a-z\d])/i;
const INTEGER = /^\d{1,20}$/;

/** Returns whether one value counts as constant: it is not of a request or a moment. */
export function maySeemConstant(name: string, value: string): boolean {
  return value !== '' && !TIME.test(value) && !OF_REQUESTS.test(name);
}

/** Returns of which kind the values of a header are, with a sample of the same form. */
export function sampleHeader(values: readonly string[]): Pick<LearnedHeader, 'kind' | 'value'> {
  const longest = values.reduce((one, other) => (other.length > one.length ? other : one), '').slice(0, LONGEST);
  const all = (form: RegExp) => values.every((value) => form.test(value));
  if (values.every((value) => formatOf(value) === 'uuid'))
    return { kind: 'uuid', value: inCaseOf(longest, '3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5b') };
  if (all(INTEGER)) return { kind: 'integer', value: lookOf(longest) };
  if (all(HEX)) return { kind: 'hex', value: inCaseOf(longest, hexOf(longest.length)) };
  return {
    kind: 'text',
    value: parseHttpDate(longest) !== undefined ? 'Thu, 01 Jan 2026 09:30:00 GMT' : lookOf(longest).trim() || 'x',
  };
}

function hexOf(length: number): string {
  return 'a1b2c3d4e5f60798'.repeat(Math.ceil(length / 16)).slice(0, length);
}

function inCaseOf(seen: string, text: string): string {
  return /[A-F]/.test(seen) ? text.toUpperCase() : text;
}

/** As long, with letters, digits and signs where those were. What is hexadecimal looks the same whatever it was. */
function lookOf(text: string): string {
  return text
    .split(HEX_PART)
    .map((part, index) => (index % 2 === 1 ? inCaseOf(part, hexOf(part.length)) : lookOfPart(part)))
    .join('');
}

/** A number begins with a zero only where it did. */
function lookOfPart(text: string): string {
  const plain = text
    .replace(/[^\x20-\x7e]/g, 'x')
    .replace(/[a-z]/g, 'x')
    .replace(/[A-Z]/g, 'X');
  return plain.replace(/\d+/g, (run) => {
    const digits = '1234567890'.repeat(Math.ceil(run.length / 10)).slice(0, run.length);
    return run.startsWith('0') ? `0${digits.slice(1)}` : digits;
  });
}
