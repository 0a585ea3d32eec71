import {
  cachingScope,
  headersWithCaching,
  isOutsideCachingQuestion,
  type LearnedHeader,
  type Place,
  type Profile,
} from '../profile/profile.js';
import type { PlaceComparison } from './combine-differences.js';

/** So often a header must be seen, on each side, for its being there, or for its one value, to count. */
const SEEN_AGAIN = 2;
/** A header that comes and goes may happen to be in a few answers, or in none, and a changing text may happen to be all digits. */
const SEEN_OFTEN = 6;
/** One of two gateways may happen to give most answers, so that a header that changes seems not to. */
const SEEN_CHANGING = 20;

/** Compares the headers of the answers at a place that both sides saw. */
export function compareHeaders(place: Place, left: Profile, right: Profile): PlaceComparison[] {
  const [one, other] = [left.responses[place], right.responses[place]];
  if (one === undefined || other === undefined) return [];
  const [headers, others] = [byName(headersWithCaching(place, left)), byName(headersWithCaching(place, right))];
  const names = [...new Set([...headers.keys(), ...others.keys()])].filter((name) =>
    isCompared(name, place, left, right),
  );
  const isHidden = (name: string) =>
    (one.mayHideHeaders && !headers.has(name)) || (other.mayHideHeaders && !others.has(name));
  const sightings = Math.min(one.count, other.count);
  const atTimes = new Set([...namesAtTimes(left), ...namesAtTimes(right)]);
  const seen = names.filter((name) => !isHidden(name));
  return seen.sort().map((name) => {
    const [header, twin] = [headers.get(name), others.get(name)];
    const texts = { left: inWords(name, header), right: inWords(name, twin) };
    return {
      place,
      member: header?.name ?? twin?.name ?? name,
      ...texts,
      sightings,
      atLeast: needed(header, twin, atTimes.has(name)),
    };
  });
}

function isCompared(name: string, place: Place, left: Profile, right: Profile): boolean {
  // Browsers ask across origins and show it there; the suite does not.
  if (name === 'vary') return left.source.level !== null && right.source.level !== null;
  if (name !== 'cache-control') return true;
  const told = [cachingScope(left), cachingScope(right)];
  if (told.includes('not') || !told.includes('by place')) return false;
  return !told.includes('once') || !isOutsideCachingQuestion(place);
}

function byName(headers: readonly LearnedHeader[]): Map<string, LearnedHeader> {
  return new Map(headers.map((header) => [header.name.toLowerCase(), header]));
}

/** The headers that come and go, at whatever place that shows. */
function namesAtTimes({ responses }: Profile): string[] {
  return Object.values(responses).flatMap(({ headersAtTimes = [] }) =>
    headersAtTimes.map((name) => name.toLowerCase()),
  );
}

function needed(
  one: LearnedHeader | undefined,
  other: LearnedHeader | undefined,
  isAtTimes: boolean,
): number | undefined {
  if (one === undefined || other === undefined) return isAtTimes ? SEEN_OFTEN : SEEN_AGAIN;
  if (one.kind !== other.kind) return [one.kind, other.kind].includes('constant') ? SEEN_CHANGING : SEEN_OFTEN;
  if (!isFixed(one) || one.isMadeUp || other.isMadeUp) return undefined;
  return areAlike(one, other) ? undefined : SEEN_AGAIN;
}

function isFixed({ kind }: LearnedHeader): boolean {
  return kind === 'constant' || kind === 'template';
}

/** Of a list the order says nothing. */
const LISTS = /^(?:cache-control|vary)$/i;

function areAlike(one: LearnedHeader, other: LearnedHeader): boolean {
  if (!LISTS.test(one.name)) return one.value === other.value;
  const parts = ({ value }: LearnedHeader) =>
    value
      .toLowerCase()
      .split(/\s*,\s*/)
      .sort()
      .join();
  return parts(one) === parts(other);
}

const kindsInWords = { uuid: 'a UUID', hex: 'hex digits', integer: 'an integer', text: 'a changing text' } as const;

function inWords(name: string, header: LearnedHeader | undefined): string {
  // Plain JSON is what the document demands: a profile tells only of another one.
  if (header === undefined) return name === 'content-type' ? 'application/json, or changing' : 'not there';
  if (header.kind === 'template') return header.value;
  if (header.kind !== 'constant') return kindsInWords[header.kind];
  return header.isMadeUp ? 'always the same text' : header.value;
}
