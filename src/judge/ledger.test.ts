import { expect, it } from 'vitest';
import { type ExchangeInit, noKey, recorded, settings, wrongKey } from '../../tests/recorded.js';
import { gatherEvidence } from './judge.js';
import { openLedger } from './ledger.js';

const open = (...told: ExchangeInit[]) => openLedger(gatherEvidence(recorded(...told), settings));
const numbers = (...told: ExchangeInit[]) =>
  open(...told).map(({ tracks }) => tracks.map(({ entries }) => entries.map(({ number }) => number)));

const day = { 'X-RateLimit-Limit': '1000' };

it('separates the responses of each key and each Limit', () => {
  const other = { kind: 'bearer', name: 'key#9', standing: 'unknown' } as const;
  expect(numbers({}, { headers: day }, { credential: other }, {})).toEqual([[[1, 4], [2]], [[3]]]);
});

it('returns the number of used requests, and when the limit resets', () => {
  const [entry] = open({}, { status: 429 })[0]?.tracks[0]?.entries ?? [];
  expect(entry).toMatchObject({ limit: 60, remaining: 59, used: 1 });
  expect((entry?.resetMs ?? 0) - (entry?.respondedMs ?? 0)).toBe(60_000);
});

it.each<[string, ExchangeInit]>([
  ['401', { status: 401 }],
  ['403', { status: 403 }],
  ['500', { status: 500 }],
  ['a cached response', { headers: { Age: '3' } }],
  ['a request with Prefer', { requestHeaders: { Prefer: 'code=404' } }],
  ['a response without Reset', { headers: { 'X-RateLimit-Reset': undefined } }],
  ['Reset in milliseconds', { headers: { 'X-RateLimit-Reset': '1795262400000' } }],
  ['an unknown path', { path: '/nothing' }],
  ['a sent message', { path: '/messages', method: 'POST' }],
  ['no response', { status: null }],
])('reads no numbers from %s, but counts the request', (_what, told) => {
  const [account] = open({}, told);
  expect(account?.tracks[0]?.entries).toHaveLength(1);
  expect(account?.requests).toHaveLength(2);
});

it('omits exchanges of one key that overlap, and sorts the others', () => {
  expect(numbers({ atMs: 300 }, { atMs: 105 }, { atMs: 100 }, { atMs: 0 })).toEqual([[[4, 1]]]);
});

it('does not count requests without a valid key', () => {
  expect(open({ credential: noKey }, { credential: wrongKey }, { credential: { kind: 'unknown' } })).toEqual([]);
});
