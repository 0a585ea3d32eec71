import { groupBy } from '../../json/group-by.js';
import type { Reading } from '../../judge/evidence.js';
import { isLeftOut, isNeverImitated } from '../profile/not-imitated.js';
import { groupings, type LearnedHeader, type Place, placeOf } from '../profile/profile.js';
import { isAllowedHeaderValue } from './allowed-forms.js';
import { makeUpHeader, maySeemConstant } from './made-up-header.js';

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
  const madeUp = makeUpHeader(seen.map(({ value }) => value));
  return () => madeUp;
}

function learnConstant(name: string, value: string): LearnedValue {
  if (isAllowedHeaderValue(value)) return { kind: 'constant', value };
  const madeUp = makeUpHeader([value]);
  return maySeemConstant(name, value) ? { ...madeUp, kind: 'constant', isMadeUp: true } : madeUp;
}

/** Plain JSON is what the document demands, and rules judge JSON under another type. */
function learnContentType(name: string, readings: readonly Reading[]): LearnedHeader[] {
  const [value, ...others] = new Set(readings.map(({ header }) => header('content-type')));
  if (value === undefined || others.length > 0 || value === 'application/json') return [];
  const isNoJson = readings.every(({ received }) => received.kind === 'unreadable');
  if (!(isNoJson ? PAGE_TYPE : JSON_TYPE).test(value)) return [];
  return [{ name, kind: 'constant', value }];
}
