import type { Observation } from '../../judge/observations/observe.js';
import type { Reading } from '../../judge/reading.js';
import type { Confidence, LearnedChoice } from '../profile/profile.js';

const MOST_EXCHANGES = 10;

/** Returns how certain a fact is that was seen so often, always alike: twice is certain. */
export function confidenceOf(sightings: number): Confidence {
  if (sightings === 0) return 'none';
  return sightings === 1 ? 'likely' : 'certain';
}

/** Returns the evidence that some exchanges are: how certain it is, and the first of them. */
export function evidenceOf(readings: readonly Reading[]): { confidence: Confidence; exchanges: readonly number[] } {
  const exchanges = readings.slice(0, MOST_EXCHANGES).map(({ number }) => number);
  return { confidence: confidenceOf(readings.length), exchanges };
}

/** Returns the evidence of members that fewer exchanges show than the choice. `without`: members that are at the default. */
export function memberEvidence(
  { members = {}, sightings }: Pick<Observation, 'sightings' | 'members'>,
  without: readonly string[],
): Pick<LearnedChoice<unknown>, 'members'> {
  const own = Object.entries(members).filter(([name, member]) => {
    return member.sightings > 0 && member.sightings !== sightings && !without.includes(name);
  });
  const entries = own.map(([name, member]) => {
    return [name, { confidence: confidenceOf(member.sightings), exchanges: member.exchanges }] as const;
  });
  return own.length === 0 ? {} : { members: Object.fromEntries(entries) };
}

/** A quoted text, its quotes and escapes as JSON has them. */
const QUOTED_TEXT = /("(?:[^"\\]|\\.)*")/;

/** With a host: `https://?` is a question of the suite's own. */
const NEVER_NOTED =
  /[^\s@"'<>]+@[^\s@"'<>]+\.[^\s@"'<>]+|https?:\/\/[^\s"'<>?#][^\s"'<>]*|(?:key|secret)#\d+|\d{17,}/gi;

/** Returns a note without what it quotes of a service, except addresses below its base URL, if that is given. */
export function withoutQuotes(note: string, baseUrl?: string): string {
  const parts = note.split(QUOTED_TEXT).map((part, index) => {
    if (index % 2 === 0) return part.replace(NEVER_NOTED, '…');
    return baseUrl !== undefined && part.startsWith(`"${baseUrl}`) ? part : '"…"';
  });
  return parts.join('');
}
