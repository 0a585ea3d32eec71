import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ExchangeInit, recorded, settings } from '../../../../tests/recorded.js';
import {
  type Client,
  type CountingWindow,
  clientOf,
  exhaust,
  fixedWindow,
  type Habits,
  slidingWindow,
} from '../../../../tests/simulated-limits.js';
import { gatherEvidence, judgeRule } from '../../judge.js';
import { rules } from '../index.js';

const limitRules = rules.filter(({ id }) => id.startsWith('limits/'));
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function violations(told: readonly ExchangeInit[], isExclusive: boolean) {
  const evidence = gatherEvidence(recorded(...told), { ...settings, isExclusive });
  return limitRules.map((rule) => judgeRule(rule, evidence)).filter(({ outcome }) => outcome === 'violation');
}

function outcomes(told: readonly ExchangeInit[], isExclusive = true) {
  const evidence = gatherEvidence(recorded(...told), { ...settings, isExclusive });
  return Object.fromEntries(limitRules.map((rule) => [rule.id, judgeRule(rule, evidence).outcome]));
}

const minutes: Record<string, () => CountingWindow> = {
  'a fixed window': () => fixedWindow(60, MINUTE_MS),
  'a window by the clock': () => fixedWindow(60, MINUTE_MS, true),
  'a sliding window whose Reset is the expiry of the oldest': () => slidingWindow(60, MINUTE_MS, 'oldest'),
  'a sliding window whose Reset is the expiry of all': () => slidingWindow(60, MINUTE_MS, 'all'),
};
const days: Record<string, () => CountingWindow[]> = {
  none: () => [],
  fixed: () => [fixedWindow(1_000, DAY_MS)],
  'by the clock': () => [fixedWindow(1_000, DAY_MS, true)],
  sliding: () => [slidingWindow(1_000, DAY_MS, 'oldest')],
  'as tight as the minute': () => [fixedWindow(60, DAY_MS)],
  'soon spent': () => [fixedWindow(1_000, DAY_MS, true)].map((day) => spend(day, 970)),
  'soon spent, sliding': () => [slidingWindow(1_000, DAY_MS, 'all')].map((day) => spend(day, 970)),
};

function spend(window: CountingWindow, times: number): CountingWindow {
  for (let time = 0; time < times; time++) window.charge(-1_000_000 + time * 200);
  return window;
}

const unknownPet: ExchangeInit = { method: 'PATCH', path: '/inventory/999', sends: '{"quantity":1}', status: 404 };

const shapes: Record<string, (client: Client, next: () => number) => void> = {
  exhaust: (client) => void exhaust(client),
  'two runs in a row': (client, next) => {
    exhaust(client);
    client.wait(next() * 50_000);
    exhaust(client);
  },
  sparse: (client, next) => {
    for (let time = 0; time < 40; time++, client.wait(next() * 14_000)) client.send();
  },
  polling: (client, next) => {
    const everyMs = 10_000 * Math.ceil(next() * 7);
    for (let time = 0; time < 20; time++, client.wait(everyMs - 500))
      for (let page = 0; page < 5; page++) client.send();
  },
  long: (client, next) => {
    for (let time = 0; time < 150; time++) {
      const { status } = client.send(next() < 0.2 ? unknownPet : {});
      if (status === 429) client.backOff(next() * 3_000);
      if (next() < 0.1) client.wait(next() ** 4 * 3_600_000);
    }
  },
};

const services = fc.record({
  minute: fc.constantFrom(...Object.keys(minutes)),
  day: fc.constantFrom(...Object.keys(days)),
  describes: fc.constantFrom<NonNullable<Habits['describes']>>('fewest', 'in turn', 'minute'),
  retryAfter: fc.constantFrom<NonNullable<Habits['retryAfter']>>('seconds', 'date', 'zero'),
  chargesRejected: fc.boolean(),
  charges429: fc.boolean(),
  isSkewed: fc.boolean(),
  hoursOff: fc.constantFrom(0, 0, 0, -30, -2, 2, 30),
  isShared: fc.boolean(),
  ownClockOffMs: fc.constantFrom(0, 0, -600_000, 90_000, 7_200_000),
  shape: fc.constantFrom(...Object.keys(shapes)),
  startMs: fc.integer({ min: 0, max: 200_000 }),
  eachMs: fc.constantFrom(30, 100, 400),
  usedBefore: fc.constantFrom(0, 5, 40),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
});

it('reports no violation by a conformant service, whatever its windows, its behaviour and the traffic', () => {
  fc.assert(
    fc.property(services, (service) => {
      const next = random(service.seed);
      const windows = [minutes[service.minute]?.(), ...(days[service.day]?.() ?? [])].filter(
        (one) => one !== undefined,
      );
      // A run of the same user that has just ended.
      for (let time = service.usedBefore; time > 0; time--) {
        for (const one of windows) one.charge(service.startMs - 55_000 + next() * 1_000);
      }
      const client = clientOf(
        windows,
        {
          ...service,
          skewMs: () => (service.isSkewed ? Math.round(next() * 6_000) - 3_000 : 0),
          others: () => (service.isShared && next() < 0.3 ? Math.ceil(next() * 8) : 0),
        },
        service.startMs,
        service.eachMs,
      );
      shapes[service.shape]?.(client, next);
      const { hoursOff, ownClockOffMs } = service;
      const told = client.exchanges.map((one) =>
        ownClockOffMs === 0 ? withDateOff(one, hoursOff) : withoutDate(one, ownClockOffMs),
      );
      const found = violations(told, !service.isShared);
      // Who says "at once" each time, and does not mean it, is no conformant service.
      const isUntrue = service.retryAfter === 'zero';
      expect(found.filter(({ rule }) => !(isUntrue && rule.id === 'limits/recovers'))).toEqual([]);
      expect(violations(told, false)).toEqual([]);
    }),
    { numRuns: 150, seed: 429 },
  );
});

/** Nothing is promised of `Date`. */
function withDateOff(told: ExchangeInit, hours: number): ExchangeInit {
  const ms = Date.parse(told.headers?.Date ?? '') + hours * 3_600_000;
  return { ...told, headers: { ...told.headers, Date: new Date(ms).toUTCString() } };
}

/** Without `Date`, a wrong clock of the client looks like one of the service. */
function withoutDate(told: ExchangeInit, offMs: number): ExchangeInit {
  const { 'X-RateLimit-Reset': reset = '', 'Retry-After': wait, ...others } = told.headers ?? {};
  const moved = wait?.includes('GMT') === true ? new Date(Date.parse(wait) + offMs).toUTCString() : wait;
  const later = { 'X-RateLimit-Reset': String(Number(reset) + offMs / 1000), 'Retry-After': moved };
  return { ...told, headers: { ...others, ...later, Date: undefined } };
}

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

it('judges every rule of a fixed window that was exhausted, except the one that needs an update', () => {
  const { 'limits/refused-changes-nothing': _, ...rest } = outcomes(exhaust(clientOf([fixedWindow(60, MINUTE_MS)])));
  expect(new Set(Object.values(rest))).toEqual(new Set(['pass']));
});

/** A faulty service: its responses are changed. */
type Fault = (told: ExchangeInit, place: number, all: readonly ExchangeInit[]) => ExchangeInit;
const heads =
  (
    change: (
      headers: Record<string, string | undefined>,
      told: ExchangeInit,
      place: number,
    ) => Record<string, string | undefined>,
  ): Fault =>
  (told, place) => ({ ...told, headers: { ...told.headers, ...change({ ...told.headers }, told, place) } });

const faults: Record<string, [rule: string, fault: Fault]> = {
  'Remaining stays at Limit': ['limits/remaining-falls', heads(() => ({ 'X-RateLimit-Remaining': '60' }))],
  'Remaining stays in the middle': ['limits/remaining-falls', heads(() => ({ 'X-RateLimit-Remaining': '42' }))],
  'Remaining rises with each request': [
    'limits/remaining-falls',
    heads((_, _told, place) => ({ 'X-RateLimit-Remaining': String(Math.min(60, place)) })),
  ],
  'Remaining is more than Limit': ['limits/remaining-within-limit', heads(() => ({ 'X-RateLimit-Remaining': '61' }))],
  'Limit changes with every response': [
    'limits/plan',
    heads((_, _told, place) => ({ 'X-RateLimit-Limit': String(60 + place) })),
  ],
  'Reset is in milliseconds': [
    'limits/well-formed',
    heads((headers) => ({ 'X-RateLimit-Reset': `${headers['X-RateLimit-Reset']}000` })),
  ],
  'Reset is in the past': [
    'limits/reset-plausible',
    heads((headers) => ({ 'X-RateLimit-Reset': String(Number(headers['X-RateLimit-Reset']) - 120) })),
  ],
  'Reset is more than a day ahead': [
    'limits/reset-plausible',
    heads((headers) => ({ 'X-RateLimit-Reset': String(Number(headers['X-RateLimit-Reset']) + 90_100) })),
  ],
  'Reset is always a minute ahead': [
    'limits/reset-steady',
    heads((headers) => ({ 'X-RateLimit-Reset': String(Date.parse(headers.Date ?? '') / 1000 + 60) })),
  ],
  'the window never restarts, whatever Reset is': [
    'limits/reset-honest',
    heads((_, told) => ((told.atMs ?? 0) > 59_000 ? { 'X-RateLimit-Remaining': '0' } : {})),
  ],
  'a 429 is a 503': ['limits/exceeded-is-429', (told) => (told.status === 429 ? { ...told, status: 503 } : told)],
  'a 429 is a 403': ['limits/exceeded-is-429', (told) => (told.status === 429 ? { ...told, status: 403 } : told)],
  'the headers are missing on a 429': [
    'limits/headers-present',
    heads((_, { status }) => (status === 429 ? { 'X-RateLimit-Limit': undefined } : {})),
  ],
  'Retry-After is missing': ['limits/429-retry-after', heads(() => ({ 'Retry-After': undefined }))],
  'the request after the wait is rejected again': [
    'limits/recovers',
    (told, place, all) => (all[place - 1]?.status === 429 ? { ...told, ...copied(all[place - 1]) } : told),
  ],
};

function copied(told: ExchangeInit | undefined): ExchangeInit {
  const { status = 200, headers = {} } = told ?? {};
  const { 'Retry-After': retryAfter, 'X-RateLimit-Remaining': remaining } = headers;
  return { status, headers: { 'Retry-After': retryAfter, 'X-RateLimit-Remaining': remaining } };
}

it.each(Object.entries(faults))('catches the fault: %s', (_what, [rule, fault]) => {
  const told = exhaust(clientOf([fixedWindow(60, MINUTE_MS)]));
  expect(outcomes(told.map(fault))[rule]).toBe('violation');
});

it.each([
  ['never', 1_000],
  ['one request late', 61],
])('catches that the limit is enforced %s', (_what, actual) => {
  const lenient = { ...fixedWindow(actual, MINUTE_MS), limit: 60 };
  const client = clientOf([
    { ...lenient, used: (atMs) => (lenient.used(atMs) >= actual ? 60 : Math.min(59, lenient.used(atMs))) },
  ]);
  expect(outcomes(exhaust(client, 70))['limits/enforced']).toBe('violation');
});

it('finds requests that are rejected while some remain', () => {
  const strict = fixedWindow(55, MINUTE_MS);
  const told = exhaust(clientOf([strict])).map(
    heads((headers) => ({
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': String(Number(headers['X-RateLimit-Remaining']) + 5),
    })),
  );
  expect(outcomes(told)['limits/not-refused-early']).toBe('violation');
  expect(outcomes(told, false)['limits/not-refused-early']).toBe('inconclusive');
});
