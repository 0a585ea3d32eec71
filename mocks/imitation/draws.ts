import type { LearnedHeader } from '../../src/fidelity/profile/profile.js';
import { formatHttpDate, parseHttpDate } from '../../src/json/dates.js';

/** Spreads small numbers over 32 bits, so that neighbours share nothing. */
function stir(bits: number): number {
  let stirred = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b);
  stirred = Math.imul(stirred ^ (stirred >>> 15), 0x2c1b3c6d);
  return stirred ^ (stirred >>> 16);
}

function follow(bits: number, number: number): number {
  return stir((bits + number + 0x6d2b79f5) | 0);
}

/** Returns a draw from 0 up to, not including, 1 for each position. The same numbers give the same draws. */
export function drawsAt(seed: number, turn: number, row: number): (position: number) => number {
  const bits = follow(follow(follow(0x9e3779b9, seed), turn), row);
  return (position) => (follow(bits, position) >>> 0) / 2 ** 32;
}

/** Returns a value of the prepared form. `draw` returns a draw from 0 up to 1 for each position. */
export type RenewValue = (draw: (position: number) => number, nowMs: number) => string;

/** Each character is replaced by one of the same set, so that a hexadecimal value stays hexadecimal. No number gets a zero at its start. */
const sets = ['123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];
const ISO_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
/** The characters of a UUID that encode its version and variant (RFC 9562 §4). */
const FIXED_IN_UUID = [14, 19];

/** Prepares other values of the same form: of equal length, with letters and digits in the same positions. Dates become now. */
export function prepareRenewal({ kind, value }: Pick<LearnedHeader, 'kind' | 'value'>): RenewValue {
  if (parseHttpDate(value) !== undefined) return (_, nowMs) => formatHttpDate(nowMs);
  if (ISO_DATE.test(value)) return (_, nowMs) => new Date(nowMs).toISOString();
  // Words beside numbers, such as in `app;dur=12`, do not change.
  const hasWords = kind === 'text' && /\d/.test(value);
  const choices = [...value].map((character, position) => {
    const isFixed = hasWords ? !/\d/.test(character) : kind === 'uuid' && FIXED_IN_UUID.includes(position);
    return isFixed ? character : (sets.find((set) => set.includes(character)) ?? character);
  });
  return (draw) => choices.map((set, position) => set[Math.floor(draw(position) * set.length)]).join('');
}
