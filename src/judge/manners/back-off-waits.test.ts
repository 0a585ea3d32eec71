import { expect, it } from 'vitest';
import {
  banned,
  dateAt,
  limited,
  mannersOf,
  otherKey,
  sent,
  update,
  verdictIn,
} from '../../../tests/judged-manners.js';
import { type ExchangeInit, noKey, recorded, START_MS } from '../../../tests/recorded.js';
import { readHar } from '../../exchange/read-har.js';
import type { Transcript } from '../../exchange/transcript.js';

const waits = (...told: ExchangeInit[]) => mannersOf('waits-for-retry-after', ...told);
const silent = (...told: ExchangeInit[]) => mannersOf('silent-while-banned', ...told);

/** Sets when exchanges began and ended, in milliseconds. */
function timed(transcript: Transcript, ...times: readonly [startedMs: number, endedMs: number][]): Transcript {
  const exchanges = transcript.exchanges.map((exchange, index) => {
    const [startedMs = 0, endedMs = 0] = times[index] ?? [];
    return { ...exchange, startedMs: START_MS + startedMs, endedMs: START_MS + endedMs };
  });
  return { ...transcript, exchanges };
}

/** Exchanges in the one moment of a clock that stands still, as the fake's journal records them. */
function inOneMoment(told: readonly ExchangeInit[]): Transcript {
  const { exchanges, run } = inOneMillisecond(told);
  const withOrder = exchanges.map((exchange, index) => ({
    ...exchange,
    order: { began: 2 * index + 1, ended: 2 * index + 2 },
  }));
  return { exchanges: withOrder, run };
}

/** The same in a recording that has only times. */
function inOneMillisecond(told: readonly ExchangeInit[]): Transcript {
  return timed(recorded(...told), ...told.map((): [number, number] => [0, 0]));
}

const waitsAtOnce = (...told: ExchangeInit[]) => verdictIn(inOneMoment(told), 'waits-for-retry-after');

it.each(['30', dateAt(30)])('finds a request before Retry-After: %s has passed', (text) => {
  const { findings, outcome } = waits(sent(0), limited(1, text), sent(20));
  expect(outcome).toBe('violation');
  expect(findings).toMatchObject([
    {
      exchange: 3,
      related: [2],
      problem: 'a request was sent before the time that Retry-After indicates had passed',
      expected: `no request until Retry-After has passed (429, Retry-After: "${text}")`,
      received: 'a request 19 s after that response',
    },
  ]);
});

it.each(['30', dateAt(30)])('accepts a request once Retry-After: %s has passed', (text) => {
  expect(waits(limited(0, text), sent(30.01)).outcome).toBe('pass');
});

it.each([undefined, '', 'soon', '30, 30', '9'.repeat(400)])('is inconclusive after Retry-After: %s', (text) => {
  expect(waits(limited(0, text), sent(1))).toMatchObject({ outcome: 'inconclusive', findings: [] });
});

it('counts from the response, which arrived at some time before its exchange ended', () => {
  const slow = (atMs: number) =>
    verdictIn(timed(recorded(limited(0, '10'), {}), [0, 4_000], [atMs, atMs]), 'waits-for-retry-after').outcome;
  expect([9_000, 12_000, 14_000].map(slow)).toEqual(['violation', 'inconclusive', 'pass']);
});

it('does not report a request that was in flight when the response arrived', () => {
  const transcript = timed(recorded(limited(0, '30'), limited(0, '30'), {}), [0, 2_000], [500, 2_100], [1_999, 2_500]);
  expect(verdictIn(transcript, 'waits-for-retry-after').exchanges).toEqual([]);
});

it('is inconclusive about a request at the moment of the error response: it may have been in flight', () => {
  const { outcome, reason } = waitsAtOnce(limited(0, '30'), sent(0));
  expect(outcome).toBe('inconclusive');
  expect(reason).toContain('may have been in flight already');
});

it('does not take exchanges within one millisecond for a sequence where only times are known', () => {
  const told = Array.from({ length: 30 }, () => limited(0, '30'));
  for (const rule of ['waits-for-retry-after', 'backs-off-exponentially']) {
    expect(verdictIn(inOneMillisecond(told), rule).outcome).not.toBe('violation');
  }
});

it.each<[string, number[], ...(number | undefined)[]]>([
  ['a loop', [3, 4], undefined, 1, 2, 3],
  ['two loops side by side', [5, 6], undefined, undefined, 1, 2, 3, 4],
  ['one retry', [], undefined, 1],
  ['one retry each of two that were sent side by side', [], undefined, undefined, 1, 2],
  ['three that were sent side by side', [], undefined, undefined, undefined],
  ['three that were sent side by side after another', [], undefined, 1, 1, 1],
])('judges %s by the error responses that the client had received', (_, accused, ...sentAfter) => {
  const { findings } = waitsAtOnce(...sentAfter.map((number) => limited(0, '30', { sentAfter: number })));
  expect(findings.map(({ exchange }) => exchange)).toEqual(accused);
});

it('matches a retry only with an equal request that got an error response', () => {
  const after = (sentAfter: number, more: ExchangeInit = {}) => limited(0, '30', { sentAfter, ...more });
  const loop = (second: ExchangeInit) =>
    waitsAtOnce(limited(0, '30'), second, after(2), sent(0, { sentAfter: 3 })).findings;
  expect(loop(after(1)).map(({ exchange }) => exchange)).toEqual([3, 4]);
  expect(loop(after(1, { path: '/store/orders' })).map(({ exchange }) => exchange)).toEqual([4]);
  expect(loop(sent(0, { sentAfter: 1 })).map(({ exchange }) => exchange)).toEqual([]);
});

it('orders exchanges at one moment by number: earlier ones do not matter', () => {
  expect(waitsAtOnce(sent(0), limited(0, '30')).exchanges).toEqual([]);
});

it('reports nothing when the clock of a fake is set back', () => {
  expect(waits(sent(20), limited(10, '30'), sent(41)).outcome).toBe('pass');
});

it('finds a request after a burst, however long the burst took', () => {
  const burst = Array.from({ length: 5 }, () => limited(0, '30'));
  expect(waits(...burst, sent(1)).findings).toMatchObject([{ exchange: 6 }]);
});

it('uses the latest error response', () => {
  expect(waits(limited(0, '60'), limited(61, '30'), sent(80)).findings).toMatchObject([{ exchange: 3, related: [2] }]);
  expect(waits(limited(0, '3000'), limited(3_001, '1'), sent(3_003)).findings).toEqual([]);
});

it('applies the shortest wait of parallel requests', () => {
  const seconds = timed(recorded(limited(0, '31'), limited(0, '30'), {}), [0, 200], [10, 100], [30_100, 30_200]);
  expect(verdictIn(seconds, 'waits-for-retry-after').outcome).toBe('pass');
});

it('ignores requests with another key', () => {
  expect(waits(limited(0, '30'), sent(5, { credential: otherKey })).exchanges).toEqual([]);
  expect(waits(limited(0, '30'), sent(5, { credential: noKey })).exchanges).toEqual([]);
});

it('judges requests without a key among themselves', () => {
  expect(waits(limited(0, '30', { credential: noKey }), sent(5, { credential: noKey })).outcome).toBe('violation');
});

it('is inconclusive if a recording shows no keys', () => {
  const credential = { kind: 'unknown' } as const;
  const told = (seconds: number) => waits(limited(0, '30', { credential }), sent(seconds, { credential }));
  expect(told(5)).toMatchObject({
    outcome: 'inconclusive',
    reason: 'the recording does not show which key was sent',
  });
  expect(told(31).outcome).toBe('pass');
});

it('judges messages separately: they may have their own quota', () => {
  const message: ExchangeInit = { method: 'POST', path: '/messages', sends: '{"message":"hi"}' };
  expect(waits(limited(0, '30'), sent(5, message)).exchanges).toEqual([]);
  expect(waits(limited(0, '30', message), sent(5, message)).outcome).toBe('violation');
});

it('counts an error response that the client requested with Prefer', () => {
  const told = limited(0, '60', { requestHeaders: { Prefer: 'code=429' } });
  expect(waits(told, sent(5, update)).findings).toHaveLength(1);
});

it('ignores preflights, which the browser sends', () => {
  expect(waits(limited(0, '30'), sent(5, { method: 'OPTIONS' })).exchanges).toEqual([]);
});

it('ignores cached responses', () => {
  const entry = (seconds: number, status: number, more: object) => ({
    startedDateTime: new Date(START_MS + seconds * 1_000).toISOString(),
    time: 10,
    request: {
      method: 'GET',
      url: 'https://api.example.test/v1/inventory',
      headers: [{ name: 'Authorization', value: 'Bearer test_free' }],
    },
    response: { status, headers: [{ name: 'Retry-After', value: '30' }] },
    ...more,
  });
  const read = (more: object) =>
    readHar(JSON.stringify({ log: { entries: [entry(0, 429, {}), entry(5, 200, more)] } }), 'recording.har');
  expect(verdictIn(read({}), 'waits-for-retry-after').outcome).toBe('violation');
  expect(verdictIn(read({ _fromCache: 'disk' }), 'waits-for-retry-after').exchanges).toEqual([]);
  expect(verdictIn(read({ _wasFulfilled: true }), 'waits-for-retry-after').exchanges).toEqual([]);
});

it.each([429, 403])('finds a request while the key is banned, as a %i reported', (status) => {
  const told = [banned(0, '300', status), sent(100)];
  expect(silent(...told).findings).toMatchObject([
    { exchange: 2, related: [1], problem: 'a request was sent with a key that was known to be banned' },
  ]);
  expect(waits(...told).exchanges).toEqual([]);
});

it('treats a 403 with Retry-After as a ban after a 429 for the key', () => {
  const forbidden: ExchangeInit = { status: 403, atMs: 61_000, headers: { 'Retry-After': '300' } };
  expect(silent(limited(0, '60'), forbidden, sent(100)).findings).toHaveLength(1);
  expect(silent(forbidden, sent(100)).exchanges).toEqual([]);
});

it('finds a loop of immediate retries while the key is banned', () => {
  const told = [undefined, 1, 2, 3].map((sentAfter) => ({ ...banned(0, '300', 403), sentAfter }));
  const verdict = verdictIn(inOneMoment(told), 'silent-while-banned');
  expect(verdict.findings.map(({ exchange }) => exchange)).toEqual([3, 4]);
  expect(waitsAtOnce(...told).findings).toEqual([]);
});

it('accepts a request after the ban', () => {
  expect(silent(banned(0, '300'), sent(301)).outcome).toBe('pass');
});

it('finds messages during a ban, which applies to the key', () => {
  expect(silent(banned(0, '300'), sent(5, { method: 'POST', path: '/messages' })).findings).toHaveLength(1);
});

it('applies a ban only to its key, and is inconclusive about one without an end', () => {
  expect(silent(banned(0, '300'), sent(5, { credential: otherKey })).exchanges).toEqual([]);
  expect(silent(banned(0, undefined), sent(5)).outcome).toBe('inconclusive');
});

it('reports the ban rather than other error responses beside it', () => {
  const told = [limited(0, '60'), limited(0, '60'), banned(0, '300'), sent(61)];
  expect(silent(...told).findings).toMatchObject([{ exchange: 4 }]);
  expect(waits(...told).findings).toEqual([]);
});
