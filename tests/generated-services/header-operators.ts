import { type Headers, headerIn, withHeader } from '../conformant-service/service.js';
import type { Call, Changes } from '../conformant-service/steps.js';
import { type Gate, opener } from './gates.js';
import { headersAs, isOutcome, type Outcome, responsesAs, type Variant } from './mutation.js';

// Operators on the documented headers, except Content-Type.

const LIMIT = 'X-RateLimit-Limit';
const REMAINING = 'X-RateLimit-Remaining';
const RESET = 'X-RateLimit-Reset';
const RETRY_AFTER = 'Retry-After';

type Value = (usual: string, call: Call) => string | undefined;

const seconds = ({ nowMs }: Call) => Math.ceil(nowMs / 1_000);
const times =
  (factor: number): Value =>
  (value) =>
    String(Math.round(Number(value) * factor));
/** Retry-After is a number of seconds or a date. */
const dueMs = (value: string, { nowMs }: Call) =>
  Number.isNaN(Number(value)) ? Date.parse(value) : nowMs + 1_000 * Number(value);
const plus =
  (more: number): Value =>
  (value) =>
    String(Number(value) + more);

const anyHeader: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  drop: { 'left out': () => undefined },
  truncate: { 'to nothing': () => '', 'its last digit': (value) => value.slice(0, -1) },
  retype: {
    'to a fraction': (value) => `${value}.5`,
    'to a word': () => 'unknown',
    'to null': () => 'null',
    'to NaN': () => 'NaN',
    'to a negative number': (value) => `-${value}`,
  },
  wrap: { 'in quotes': (value) => `"${value}"`, 'in brackets': (value) => `[${value}]` },
  're-encode': {
    'as a hexadecimal number': (value) => `0x${Number(value).toString(16)}`,
    'as an exponent': (value) => Number(value).toExponential(),
    'with a comma': (value) => value.replace(/\B(?=(?:\d{3})+$)/g, ','),
  },
};

const headerValues: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Value>>>>>> = {
  [LIMIT]: {
    'wrong unit': {
      'per second': times(1 / 60),
      'per hour': times(60),
      'with a window': (value) => `${value};w=60`,
      'as a sentence': (value) => `${value} per minute`,
    },
    'wrong value': { 'one more': plus(1), 'one less': plus(-1), 'always 0': () => '0', 'ten times': times(10) },
  },
  [REMAINING]: {
    'wrong unit': {
      'used instead of left': (value, call) => String(call.traits.quota.perMinute - Number(value)),
      'in percent': (value, call) => `${Math.floor((100 * Number(value)) / call.traits.quota.perMinute)}`,
      'of all': (value, call) => `${value}/${call.traits.quota.perMinute}`,
    },
    'wrong value': {
      'always the limit': (_value, call) => String(call.traits.quota.perMinute),
      'always 0': () => '0',
      'ten more': plus(10),
      'five less': (value) => String(Math.max(0, Number(value) - 5)),
      'one more': plus(1),
    },
  },
  [RESET]: {
    'wrong unit': {
      milliseconds: times(1_000),
      microseconds: times(1_000_000),
      'seconds from now': (value, call) => String(Math.max(0, Number(value) - seconds(call))),
      minutes: times(1 / 60),
      'an HTTP date': (value) => new Date(Number(value) * 1_000).toUTCString(),
      'ISO 8601': (value) => new Date(Number(value) * 1_000).toISOString(),
    },
    'wrong value': {
      'the present': (_value, call) => String(seconds(call)),
      'a minute from now, each time': (_value, call) => String(seconds(call) + 60),
      'an hour late': plus(3_600),
      'an hour early': plus(-3_600),
      'two days late': plus(172_800),
      'always 0': () => '0',
    },
  },
  [RETRY_AFTER]: {
    'wrong unit': {
      milliseconds: times(1_000),
      'a Unix timestamp': (value, call) => String(Math.ceil(dueMs(value, call) / 1_000)),
      'ISO 8601': (value, call) => new Date(dueMs(value, call)).toISOString(),
      'with a unit': (value) => `${value}s`,
      minutes: times(1 / 60),
    },
    'wrong value': {
      'always 0': () => '0',
      'always 1': () => '1',
      'a half': times(0.5),
      'a date in the past': (_value, call) => new Date(call.nowMs - 60_000).toUTCString(),
      soon: () => 'soon',
    },
  },
};

const headerNames: Readonly<Record<string, (name: string) => string>> = {
  'without X-': (name) => name.replace(/^X-/, ''),
  'with another hyphen': (name) => name.replace('RateLimit', 'Rate-Limit').replace('Retry-After', 'RetryAfter'),
  'as a reset of its own': (name) => `${name}-Minute`,
};

const doubledHeaders: Readonly<Record<string, Value>> = {
  'with the same value': (value) => value,
  'with another value': plus(7),
};

/** Earlier values of a header: only those of this service. */
function staleHeader(outcome: Outcome, header: string, which: 'first' | 'last') {
  return (gate: Gate): Changes => ({
    finish: (usual) => {
      const isOpen = opener(gate);
      let kept: string | undefined;
      return (call, response) => {
        const given = usual(call, response);
        const value = headerIn(given.headers, header.toLowerCase());
        const old = kept ?? value;
        if (which === 'last' || kept === undefined) kept = value ?? kept;
        const isHere = isOutcome(outcome, call, given.status) && isOpen(call);
        return isHere && old !== undefined && value !== undefined ? withHeader(given, header, old) : given;
      };
    },
  });
}

/** Returns the headers that a response with an outcome carries. */
export function headersOf({ status }: Outcome): string[] {
  return [LIMIT, REMAINING, RESET, ...(status === 429 ? [RETRY_AFTER] : [])];
}

/** Returns what an operator makes of a header; nothing where it makes no sense. */
export function headerVariants(outcome: Outcome, header: string, operator: string): Variant[] {
  const valued = { ...anyHeader[operator], ...headerValues[header]?.[operator] };
  const withValues = (name: string, change: (value: string, call: Call) => Headers): Variant => ({
    name,
    changes: (gate) =>
      responsesAs(outcome, gate, (response, call) => headersAs(response, header, (value) => change(value, call))),
  });
  const variants = Object.entries(valued).map(([name, value]) =>
    withValues(name, (usual, call) => {
      const changed = value(usual, call);
      return changed === undefined ? [] : [[header, changed]];
    }),
  );
  if (operator === 'rename')
    for (const [name, change] of Object.entries(headerNames)) {
      if (change(header) !== header) variants.push(withValues(name, (value) => [[change(header), value]]));
    }
  if (operator === 'doubled')
    for (const [name, value] of Object.entries(doubledHeaders)) {
      variants.push(
        withValues(name, (usual, call) => [
          [header, usual],
          [header, value(usual, call) ?? ''],
        ]),
      );
    }
  if (operator === 'stale') {
    variants.push({ name: 'of the first response', changes: staleHeader(outcome, header, 'first') });
    variants.push({ name: 'of the previous response', changes: staleHeader(outcome, header, 'last') });
  }
  return variants;
}
