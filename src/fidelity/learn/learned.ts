import type { Observation } from '../../judge/observations/observe.js';
import type { MemberReadings } from '../../judge/observations/seen.js';
import type { Reading } from '../../judge/reading.js';
import type { JsonValue } from '../../spec/json.js';
import type { Confidence, LearnedChoice } from '../profile/profile.js';

/** What was learned of one open question; no choice: why not is in the note. */
export interface LearnedRecords {
  readonly choice: JsonValue | undefined;
  /** One line. It holds no text of the service's. */
  readonly note: string;
  readonly readings: readonly Reading[];
  /** Members of an observed answer that were not seen themselves. */
  readonly unseen?: readonly string[];
  /** What shows single fields of the records. */
  readonly members?: MemberReadings;
}

const MOST_EXCHANGES = 10;

/** How sure one can be of what was seen so often, always alike: twice is certain. */
export function confidenceOf(sightings: number): Confidence {
  if (sightings === 0) return 'none';
  return sightings === 1 ? 'likely' : 'certain';
}

/** The evidence of what some exchanges show: how sure it is, and the first of them. */
export function evidenceOf(readings: readonly Reading[]): { confidence: Confidence; exchanges: readonly number[] } {
  const exchanges = readings.slice(0, MOST_EXCHANGES).map(({ number }) => number);
  return { confidence: confidenceOf(readings.length), exchanges };
}

type Sighted = Pick<Observation, 'exchanges' | 'sightings'>;

/**
 * Returns the evidence of the members of an answer, those alone that were not seen wherever the answer was: of the others the
 * evidence of the answer speaks. `without`: members that stand at the default.
 */
export function memberEvidence(
  { members = {}, ...whole }: Sighted & Pick<Observation, 'members'>,
  without: readonly string[],
): Pick<LearnedChoice<unknown>, 'members'> {
  const own = Object.entries(members).filter(([name, { sightings }]) => {
    return sightings > 0 && sightings !== whole.sightings && !without.includes(name);
  });
  if (own.length === 0) return {};
  const told = own.map(([name, { exchanges, sightings }]) => {
    return [name, { confidence: confidenceOf(sightings), exchanges }] as const;
  });
  return { members: Object.fromEntries(told) };
}

/** A quoted text, its quotes and escapes as JSON has them. */
export const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** With a host: `https://?` is a question of the suite's own. */
const NEVER_NOTED =
  /[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+|https?:\/\/[^\s"'<>?#][^\s"'<>]*|(?:key|secret)#\d+|\d{17,}/gi;

/** Returns a note without what it quotes of a service. */
export function withoutQuotes(note: string): string {
  return note.replace(QUOTED, '"…"').replace(NEVER_NOTED, '…');
}
