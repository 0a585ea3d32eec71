import type { Evidence } from '../judge/evidence.js';
import type { Reading } from '../judge/reading.js';
import type { LearnedHeader } from '../profile/profile.js';
import { cachingHeaders, cachingValue, learnCachingHeader } from './caching-headers.js';
import { isHarmless, makeUpHeader, maySeemConstant } from './header-value.js';
import { isLeftOut } from './headers-left-out.js';
import { isPlain } from './plain-text.js';

/** So often a header must be seen for its one value to be called constant. */
const SEEN_AGAIN = 2;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:;\s*charset="?[\w-]+"?)?$/i;

/** Of what gateways answer. */
const PAGE_TYPE = /^(?:text\/(?:html|plain|xml)|application\/xml)(?:;\s*charset="?[\w-]+"?)?$/i;

/** Learns the headers of the answers of one place, in a transcript. */
export type LearnHeaders = (readings: readonly Reading[]) => LearnedHeader[];

type LearnedValue = Omit<LearnedHeader, 'name'>;

/** `stored`: what the service holds for its users, which no header repeats. */
export function createHeaderLearner({ readings }: Pick<Evidence, 'readings'>, stored: readonly string[]): LearnHeaders {
  const values = valuesByName(readings);
  const learned = new Map<string, LearnedValue>();
  for (const [name, seen] of values) learned.set(name, learnHeader(name, seen, stored));
  return (ofPlace) => {
    const [first] = ofPlace;
    return namesOf(first).flatMap((written) => {
      const name = written.toLowerCase();
      if (!ofPlace.every((reading) => tellingValue(reading, name) !== undefined)) return [];
      if (name === 'content-type')
        return learnContentType(written, ofPlace).filter(({ value }) => isPlain(value, stored));
      const isCaching = cachingHeaders.includes(name);
      const header = isCaching ? learnCaching(name, ofPlace, stored) : learned.get(name);
      return header === undefined ? [] : [{ name: written, ...header }];
    });
  };
}

/** Names the headers that some of the answers of a place have and others have not. */
export function headersAtTimes(ofPlace: readonly Reading[]): string[] {
  const written = new Map(ofPlace.flatMap(namesOf).map((name) => [name.toLowerCase(), name]));
  const isAtTimes = (name: string) => ofPlace.some((reading) => tellingValue(reading, name) === undefined);
  return [...written].flatMap(([name, asWritten]) => (name !== 'content-type' && isAtTimes(name) ? [asWritten] : []));
}

function learnHeader(name: string, seen: readonly string[], stored: readonly string[]): LearnedValue {
  const [value = ''] = seen;
  const isConstant = seen.length >= SEEN_AGAIN && seen.every((each) => each === value);
  if (isConstant && isHarmless(name, value, stored)) return { kind: 'constant', value };
  const madeUp = makeUpHeader(seen);
  return isConstant && maySeemConstant(name, value) ? { ...madeUp, kind: 'constant', isMadeUp: true } : madeUp;
}

function learnCaching(name: string, ofPlace: readonly Reading[], stored: readonly string[]): LearnedValue {
  const learned = learnCachingHeader(name, ofPlace, stored);
  return learned ?? { ...makeUpHeader(ofPlace.map((reading) => tellingValue(reading, name) ?? '')), isMadeUp: true };
}

/** What says plain JSON, or of JSON that it is none, is what the document has the rules for. */
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
      known.push(tellingValue(reading, name) ?? '');
      values.set(name, known);
    }
  }
  return values;
}

/** Answers a header of an answer, as far as there is something to learn of it. `name` in lower case. */
function tellingValue({ header }: Reading, name: string): string | undefined {
  const value = header(name);
  return cachingHeaders.includes(name) ? cachingValue(name, value) : value;
}

/** The names as they were written, each once, without those that are none to learn. */
function namesOf(reading: Reading | undefined): string[] {
  const names = (reading?.exchange.answer?.headers ?? []).map(([name]) => name);
  const first = names.filter(
    (name, index) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) === index,
  );
  const isTelling = (name: string) =>
    !isLeftOut(name) && reading !== undefined && tellingValue(reading, name) !== undefined;
  return first.filter((name) => NAME.test(name) && isTelling(name.toLowerCase()));
}
