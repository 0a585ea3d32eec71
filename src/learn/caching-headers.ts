import { isHeaderText } from '../judge/observations/header-text.js';
import type { Reading } from '../judge/reading.js';
import type { LearnedHeader } from '../profile/profile.js';
import { parseHttpDate } from '../spec/http-date.js';
import { isPlain } from './plain-text.js';

/** Headers that say how long, and for whom, an answer may be kept. Each kind of answer has its own. */
export const cachingHeaders: readonly string[] = ['cache-control', 'pragma', 'expires', 'vary'];

const DIRECTIVES = /^[a-z-]{1,30}(?:=\d{1,10})?(?:\s*,\s*[a-z-]{1,30}(?:=\d{1,10})?)*$/i;
const NAMES = /^(?:\*|[a-z][a-z-]{0,40}(?:\s*,\s*[a-z][a-z-]{0,40})*)$/i;
const DAY_MS = 86_400_000;

/** Which values may be kept as they are. */
const isKept: Readonly<Record<string, (value: string, readings: readonly Reading[]) => boolean>> = {
  'cache-control': (value) => DIRECTIVES.test(value),
  pragma: (value) => /^no-cache$/i.test(value),
  vary: (value) => NAMES.test(value),
  // A moment that is long past says what 0 says; any other is one of its answer.
  expires: (value, readings) => {
    const ms = parseHttpDate(value);
    if (ms === undefined) return /^(?:0|-1)$/.test(value);
    return readings.every(({ answeredMs }) => ms < answeredMs - DAY_MS);
  },
};

/** Answers a caching header as far as it counts; undefined where nothing of it does. `name` in lower case. */
export function cachingValue(name: string, value: string | undefined): string | undefined {
  if (name !== 'vary') return value?.trim();
  // Whether a body was compressed depends on its size and on who asks.
  const names = (value ?? '').split(',').map((each) => each.trim());
  const kept = names.filter((each) => each !== '' && each.toLowerCase() !== 'accept-encoding');
  return kept.length === 0 ? undefined : kept.join(', ');
}

/**
 * Learns a caching header of one place, where every answer has it; undefined where no value that may be kept shows. `name` in lower
 * case.
 */
export function learnCachingHeader(
  name: string,
  readings: readonly Reading[],
  stored: readonly string[],
): Pick<LearnedHeader, 'kind' | 'value'> | undefined {
  const values = readings.map(({ header }) => cachingValue(name, header(name)) ?? '');
  const [value = ''] = values;
  const mayStay = (each: string) =>
    isHeaderText(each) && isPlain(each, stored) && isKept[name]?.(each, readings) === true;
  if (values.every((each) => each === value)) return mayStay(value) ? { kind: 'constant', value } : undefined;
  const isCounting = new Set(values.map(withoutNumbers)).size === 1 && values.every(mayStay);
  return name === 'cache-control' && isCounting
    ? { kind: 'text', value: value.replace(/\d+/g, digitsLike) }
    : undefined;
}

function withoutNumbers(value: string): string {
  return value.replace(/\d+/g, '0');
}

function digitsLike(digits: string): string {
  return '1234567890'.slice(0, digits.length);
}
