import type { LearnedHeader } from '../../src/profile/profile.js';
import { formatHttpDate, parseHttpDate } from '../../src/spec/http-date.js';

/** Answers a value of the look that was prepared. `draw` answers a draw from 0 up to 1 for each position. */
export type RenewValue = (draw: (position: number) => number, nowMs: number) => string;

/** Each character gives way to one of its own set: what was hexadecimal, or was not, stays so. */
const sets = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];
const ISO_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const RUN = /[A-Za-z\d]+/g;
/** A number, and what it counts: `12ms`. */
const MEASURE = /^\d+[A-Za-z]{1,2}$/;
/** The characters of a UUID that tell its version and variant (RFC 9562 §4). */
const FIXED_IN_UUID = [14, 19];

/** Prepares other values of the same look: as long, with letters and digits where those were. Moments become now. */
export function prepareRenewal({ kind, value }: Pick<LearnedHeader, 'kind' | 'value'>): RenewValue {
  if (parseHttpDate(value) !== undefined) return (_, nowMs) => formatHttpDate(nowMs);
  if (ISO_DATE.test(value)) return (_, nowMs) => new Date(nowMs).toISOString();
  const choices = kind === 'text' ? choicesOfText(value) : [...value].map(choicesOf);
  if (kind === 'uuid') for (const position of FIXED_IN_UUID) choices[position] = value[position] ?? '';
  if (kind === 'integer') choices[0] = choicesOfFirst(value[0] ?? '');
  return (draw) => {
    let renewed = '';
    for (const [position, set] of choices.entries()) {
      renewed += set.length === 1 ? set : set[Math.floor(draw(position) * set.length)];
    }
    return renewed;
  };
}

function choicesOfText(value: string): string[] {
  const choices = [...value];
  const hasDigits = /\d/.test(value);
  for (const { 0: run, index } of value.matchAll(RUN)) {
    // Words around numbers, such as `app;dur=12`, are what the value says, not what changes in it.
    if (hasDigits && !/\d/.test(run)) continue;
    const isMeasure = MEASURE.test(run);
    for (const [at, character] of [...run].entries()) {
      const isDigit = /\d/.test(character);
      if (isMeasure && !isDigit) continue;
      const isFirst = isDigit && !/\d/.test(run[at - 1] ?? '');
      choices[index + at] = isFirst ? choicesOfFirst(character) : choicesOf(character);
    }
  }
  return choices;
}

function choicesOf(character: string): string {
  return sets.find((set) => set.includes(character)) ?? character;
}

/** A number keeps its length: it begins with a zero only where it did, as `0.5` does. */
function choicesOfFirst(digit: string): string {
  return digit === '0' ? digit : choicesOf(digit).replace('0', '');
}
