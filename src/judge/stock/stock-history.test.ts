import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ExchangeInit, goodKey, recorded, settings } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-exchanges.js';
import { gatherEvidence } from '../judge.js';
import { readingsBySending } from '../reading.js';
import {
  isLost,
  isRejected,
  listingBefore,
  listingOf,
  mayHaveBeenDisturbed,
  mayHaveChanged,
  quantitySent,
  stockSteps,
  writesBetween,
} from './stock-history.js';

const evidenceOf = (...told: ExchangeInit[]) => gatherEvidence(recorded(...told), settings);
const first = (told: ExchangeInit) => {
  const [reading] = evidenceOf(told).readings;
  if (reading === undefined) throw new Error('There is no reading.');
  return reading;
};
const shape = (...told: ExchangeInit[]) =>
  stockSteps(evidenceOf(...told)).map(({ before, writes, after }) => [
    before.reading.number,
    writes.map(({ number }) => number),
    after.reading.number,
  ]);

it('reads a list pet by pet, exactly', () => {
  const listing = listingOf(first({ body: '[{"petId":9007199254740993,"quantity":1e2,"status":"sold"}]' }));
  expect([...(listing?.stock ?? [])]).toEqual([['9007199254740993', { quantity: 100n, status: 'sold', index: 0 }]]);
});

it('accepts an empty list', () => {
  expect(listingOf(first({ body: '[]' }))?.stock.size).toBe(0);
});

it.each<[string, ExchangeInit]>([
  [
    'has a pet twice',
    { body: '[{"petId":1,"quantity":1,"status":"sold"},{"petId":1.0,"quantity":2,"status":"sold"}]' },
  ],
  ['has an item of another shape', { body: [{ petId: 1 }] }],
  ['was cached', { ...list(), headers: { Age: '3' } }],
  ['was requested with a query', { ...list(), path: '/inventory?limit=1' }],
  ['was requested conditionally', { ...list(), requestHeaders: { 'If-None-Match': '"1"' } }],
  ['was requested without a key', { ...list(), credential: { kind: 'none' } }],
])('does not compare a list that %s', (_what, told) => {
  expect(listingOf(first(told))).toBeUndefined();
});

it('returns the writes between two lists', () => {
  expect(shape(list(), patch(3), patch(5), list(), patch(3), list())).toEqual([
    [1, [2, 3], 4],
    [4, [5], 6],
  ]);
});

it('ignores reads and messages', () => {
  const message: ExchangeInit = { method: 'POST', path: '/messages', sends: '{}' };
  expect(shape(list(), message, { method: 'HEAD' }, list())).toEqual([[1, [], 4]]);
});

it('returns a write that overlaps a list on both sides of it', () => {
  expect(
    shape({ ...list(), atMs: 0 }, { ...patch(3), atMs: 95 }, { ...list(), atMs: 100 }, { ...list(), atMs: 200 }),
  ).toEqual([
    [1, [2], 3],
    [3, [2], 4],
  ]);
});

it('a write without a response may take effect at any later time', () => {
  expect(shape(list(), patch(3, { status: null }), list(), list())).toEqual([
    [1, [2], 3],
    [3, [2], 4],
  ]);
});

it('compares lists for one key only', () => {
  const other: ExchangeInit = { ...list(), credential: { ...goodKey, name: 'key#9' } };
  expect(shape(list(), other, list())).toEqual([[1, [], 3]]);
});

it('finds the last list before a request', () => {
  const evidence = evidenceOf(list(), { ...list(), headers: { Age: '9' } }, patch(3), list());
  const [, , write] = evidence.readings;
  expect(write && listingBefore(evidence, write)?.reading.number).toBe(1);
});

it('treats a rejected write as one that changed nothing', () => {
  for (const status of [400, 401, 404, 429]) {
    expect(isRejected(first(patch(3, { status })))).toBe(true);
    expect(mayHaveChanged(first(patch(3, { status })), '7')).toBe(false);
  }
});

it.each([200, 202, 302, 408, 500, 504, null])('does not treat a write that got %s as rejected', (status) => {
  expect(mayHaveChanged(first(patch(3, { status })), '7')).toBe(true);
  expect(mayHaveChanged(first(patch(3, { status })), '8')).toBe(false);
});

it('does not treat a requested error response as a rejection', () => {
  expect(isRejected(first(patch(3, { status: 400, requestHeaders: { Prefer: 'code=400' } })))).toBe(false);
});

it('a write may change its own pet, or any if its id is spelled unusually', () => {
  for (const [id, pets] of Object.entries({ '7': '7', '007': '78', '7x': '78', '٧': '78' })) {
    const write = first(patch(3, { path: `/inventory/${id}` }));
    expect(['7', '8'].filter((petId) => mayHaveChanged(write, petId)).join('')).toBe(pets);
  }
  expect(mayHaveChanged(first({ method: 'DELETE', path: '/pets/1', status: 204, body: '' }), '8')).toBe(true);
});

it('reads the exact quantity that was sent', () => {
  const sent = (quantity: string) => {
    const evidence = gatherEvidence(recorded(patch(quantity)), settings);
    return evidence.readings.map((reading) => quantitySent(evidence, reading));
  };
  expect(sent('9007199254740993')).toEqual([9007199254740993n]);
  expect(sent('"3"')).toEqual([undefined]);
});

it('does not compare lists that overlap: their order is unknown', () => {
  expect(shape({ ...list(), atMs: 0 }, { ...list(), atMs: 100 }, { ...list(), atMs: 105 })).toEqual([
    [1, [], 2],
    [1, [], 3],
  ]);
});

it('discards a list after an undocumented request that may have added or removed pets', () => {
  const order: ExchangeInit = { method: 'POST', path: '/store/orders', sends: '{}', status: 201, body: {} };
  const before = (...told: ExchangeInit[]) => {
    const evidence = evidenceOf(...told, patch(3));
    const last = evidence.readings.at(-1);
    return last && listingBefore(evidence, last)?.reading.number;
  };
  expect(before(list(), order)).toBeUndefined();
  expect(before(list(), { ...order, status: 400 })).toBe(1);
  expect(before(order, list())).toBe(2);
});

it('finds every write between two exchanges, whatever overlaps', () => {
  const order: ExchangeInit = { method: 'POST', path: '/store/orders', sends: '{}', status: 201, body: {} };
  const timed = fc.record({
    told: fc.constantFrom(order, order, { ...order, status: null }, list()),
    startedMs: fc.integer({ min: 0, max: 50 }),
    tookMs: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(timed, { minLength: 2, maxLength: 12 }), (all) => {
      const { exchanges, run } = recorded(...all.map(({ told }) => told));
      const moved = exchanges.map((exchange, index) => {
        const { startedMs = 0, tookMs = 0 } = all[index] ?? {};
        return { ...exchange, startedMs, endedMs: startedMs + tookMs };
      });
      const evidence = gatherEvidence({ exchanges: moved, run }, settings);
      const [since, until] = evidence.readings;
      if (since === undefined || until === undefined) throw new Error('There are fewer than two readings.');
      const between = evidence.readings
        .filter(({ exchange }) => exchange.request.method === 'POST')
        .filter(({ exchange }) => exchange.startedMs <= until.exchange.endedMs)
        .filter((write) => isLost(write) || write.exchange.endedMs >= since.exchange.startedMs);
      expect(writesBetween(evidence, since, until)).toEqual(between.sort(readingsBySending));
      expect(mayHaveBeenDisturbed(evidence, since, until)).toBe(between.length > 0);
    }),
  );
});
