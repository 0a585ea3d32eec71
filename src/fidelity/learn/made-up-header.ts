import { parseHttpDate } from '../../json/dates.js';
import type { LearnedHeader } from '../profile/profile.js';
import { formatOf } from '../profile/text-format.js';

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
export function maySeemConstant(name: string, value: string): boolean {
  return value !== '' && !OF_INSTANCE.test(value) && !HEX.test(value) && !DATE.test(value) && !OF_CACHES.test(name);
}

/** Returns of which kind the values of a header are, with a made-up value of the same look. */
export function makeUpHeader(values: readonly string[]): Pick<LearnedHeader, 'kind' | 'value'> {
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
