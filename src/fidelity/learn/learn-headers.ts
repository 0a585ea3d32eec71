import { parseHttpDate } from '../../json/dates.js';
import { groupBy } from '../../json/group-by.js';
import type { Reading } from '../../judge/evidence.js';
import { isLeftOut, isNeverImitated } from '../profile/not-imitated.js';
import { groupings, type LearnedHeader, type Place, placeOf } from '../profile/profile.js';
import { formatOf } from '../profile/sample-values.js';
import { isAllowedHeaderValue } from './allowed-forms.js';

/** So often a header must be seen for its one value to be called constant. */
const SEEN_AGAIN = 2;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:;\s*charset="?[\w-]+"?)?$/i;

/** Of the responses of gateways. */
const PAGE_TYPE = /^(?:text\/(?:html|plain|xml)|application\/xml)(?:;\s*charset="?[\w-]+"?)?$/i;

type LearnedValue = Omit<LearnedHeader, 'name'>;

/** The headers of a response that can be learned, by their names in lower case. */
type Learnable = ReadonlyMap<string, { readonly written: string; readonly value: string }>;

/** Learns the headers of each place. Whether a value is constant shows in all responses, not in those of one place. */
export class HeaderLearner {
  readonly #learnable: ReadonlyMap<Reading, Learnable>;
  readonly #learned = new Map<string, LookUpValue>();

  constructor(readings: readonly Reading[]) {
    this.#learnable = new Map(readings.map((reading) => [reading, learnableHeaders(reading)]));
    const all = [...this.#learnable].flatMap(([reading, headers]) =>
      [...headers].map(([name, { value }]) => ({ name, value, place: placeOf(reading) })),
    );
    for (const [name, seen] of groupBy(all, (each) => each.name)) this.#learned.set(name, learnHeader(name, seen));
  }

  /** Returns the headers that every response of a place has. */
  learn(ofPlace: readonly Reading[]): LearnedHeader[] {
    const headers = this.#headersOf(ofPlace);
    const [first] = ofPlace;
    return [...(headers[0] ?? [])].flatMap(([name, { written }]) => {
      const values = headers.flatMap((each) => each.get(name)?.value ?? []);
      if (values.length < headers.length) return [];
      if (name === 'content-type') return learnContentType(written, ofPlace);
      const learned = first && this.#learned.get(name)?.(placeOf(first));
      return learned === undefined ? [] : [{ name: written, ...learned }];
    });
  }

  /** Returns the names of the headers that only some of the responses of a place have. */
  atTimes(ofPlace: readonly Reading[]): string[] {
    const headers = this.#headersOf(ofPlace);
    const names = new Map(headers.flatMap((each) => [...each].map(([name, { written }]) => [name, written])));
    names.delete('content-type');
    return [...names].flatMap(([name, written]) => (headers.every((each) => each.has(name)) ? [] : [written]));
  }

  #headersOf(ofPlace: readonly Reading[]): Learnable[] {
    return ofPlace.flatMap((reading) => this.#learnable.get(reading) ?? []);
  }
}

function learnableHeaders({ exchange: { response }, header }: Reading): Learnable {
  const headers = new Map<string, { written: string; value: string }>();
  for (const [written] of response?.headers ?? []) {
    const name = written.toLowerCase();
    if (headers.has(name) || !NAME.test(written) || isLeftOut(name) || isNeverImitated(name)) continue;
    const value = header(name);
    if (value !== undefined) headers.set(name, { written, value });
  }
  return headers;
}

/** Returns the value of a header at a place that has it. */
type LookUpValue = (place: Place) => LearnedValue | undefined;

/** A header that has one value for each operation, or each status, is constant there. */
function learnHeader(name: string, seen: readonly { readonly value: string; readonly place: Place }[]): LookUpValue {
  for (const groupOf of groupings) {
    const groups = groupBy(seen, ({ place }) => groupOf(place));
    const isRepeated = [...groups.values()].some((own) => own.length >= SEEN_AGAIN);
    if (!isRepeated || ![...groups.values()].every((own) => new Set(own.map(({ value }) => value)).size === 1))
      continue;
    const learned = new Map([...groups].map(([group, [one]]) => [group, learnConstant(name, one?.value ?? '')]));
    return (place) => learned.get(groupOf(place));
  }
  const sample = sampleHeader(seen.map(({ value }) => value));
  return () => sample;
}

function learnConstant(name: string, value: string): LearnedValue {
  if (isAllowedHeaderValue(value)) return { kind: 'constant', value };
  const sample = sampleHeader([value]);
  return maySeemConstant(name, value) ? { ...sample, kind: 'constant', isMadeUp: true } : sample;
}

/** Plain JSON is what the document demands, and rules judge JSON under another type. */
function learnContentType(name: string, readings: readonly Reading[]): LearnedHeader[] {
  const [value, ...others] = new Set(readings.map(({ header }) => header('content-type')));
  if (value === undefined || others.length > 0 || value === 'application/json') return [];
  const isNoJson = readings.every(({ received }) => received.kind === 'unreadable');
  if (!(isNoJson ? PAGE_TYPE : JSON_TYPE).test(value)) return [];
  return [{ name, kind: 'constant', value }];
}

/** Headers of a cache depend on earlier requests. */
const OF_CACHES = /cache/;
const DATE = /\d{4}-\d{2}-\d{2}|\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*, \d|\d{2}:\d{2}:\d{2}/i;
/** A number that is not part of a version. */
const OF_INSTANCE = /(?<![\d.])\d+(?![\d.])/;
const LONGEST = 300;

const HEX = /^[0-9a-f]{8,}$/i;
/** With a letter and a digit: else it may be a word, or a number. */
const HEX_PART = /(?<![a-z\d])((?=\d*[a-f])(?=[a-f]*\d)[\da-f]{8,})(?![a-z\d])/i;
const INTEGER = /^\d{1,20}$/;

/**
 * Returns whether a value that was always the same, and is not recorded, counts as constant. A number may belong to an instance,
 * a connection or a moment. `name` in lower case.
 */
function maySeemConstant(name: string, value: string): boolean {
  return value !== '' && !OF_INSTANCE.test(value) && !HEX.test(value) && !DATE.test(value) && !OF_CACHES.test(name);
}

/** Returns of which kind the values of a header are, with a made-up value of the same look. */
export function sampleHeader(values: readonly string[]): Pick<LearnedHeader, 'kind' | 'value'> {
  const longest = values.reduce((one, other) => (other.length > one.length ? other : one), '').slice(0, LONGEST);
  const all = (form: RegExp) => values.every((value) => form.test(value));
  if (values.every((value) => formatOf(value) === 'uuid'))
    return { kind: 'uuid', value: inCaseOf(longest, '3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5b') };
  if (all(INTEGER)) return { kind: 'integer', value: lookOf(longest) };
  if (all(HEX)) return { kind: 'hex', value: inCaseOf(longest, hexOf(longest.length)) };
  return {
    kind: 'text',
    value: parseHttpDate(longest) !== undefined ? 'Thu, 01 Jan 2026 09:30:00 GMT' : textLike(longest),
  };
}

function hexOf(length: number): string {
  return 'a1b2c3d4e5f60798'.repeat(Math.ceil(length / 16)).slice(0, length);
}

function inCaseOf(seen: string, text: string): string {
  return /[A-F]/.test(seen) ? text.toUpperCase() : text;
}

function textLike(seen: string): string {
  const look = lookOf(seen).trim();
  return look === '' ? 'x' : look;
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
