import { expect, test } from 'vitest';
import type { FaultState } from '../../admin/schemas/faults.js';
import { describeFault, describeProgress, faultFrom } from './faults-page.js';

const fault = (parts: Partial<FaultState>): FaultState => ({
  id: '1',
  operation: 'any',
  probability: 1,
  seed: 1,
  key: null,
  left: null,
  met: 0,
  ...parts,
});

test.each<[Partial<FaultState>, string]>([
  [{ status: 503 }, 'Every request → 503'],
  [{ operation: 'updateInventory', key: 'key#2', status: 503 }, 'Every updateInventory of key#2 → 503'],
  [{ status: 503, probability: 0.2 }, '20 % of requests → 503'],
  [{ status: 503, probability: 0.005 }, '0.5 % of requests → 503'],
  [{ operation: 'getPet', probability: 0.1, left: 3, network: 'reset' }, '10 % of getPet → connection reset'],
  [{ status: 500, left: 1 }, 'The next request → 500'],
  [{ status: 500, left: 3, key: 'key#1' }, 'The next 3 requests of key#1 → 500'],
  [{ operation: 'listOrders', status: 500, left: 3 }, 'The next 3 listOrders → 500'],
  [{ delayMs: 250 }, 'Every request → after 250 ms'],
  [{ delayMs: 2_500 }, 'Every request → after 2.5 s'],
  [{ body: 'truncated' }, 'Every request → truncated body'],
  [{ status: 503, body: 'malformed', dripMs: 5_000 }, 'Every request → 503, malformed body, body drips over 5 s'],
])('%j is “%s”', (parts, words) => {
  expect(describeFault(fault(parts))).toBe(words);
});

test('a key has the label that the page uses', () => {
  expect(describeFault(fault({ key: 'key#2', status: 503 }), () => 'test_pro')).toBe('Every request of test_pro → 503');
});

test.each<[Partial<FaultState>, string]>([
  [{}, 'not applied yet'],
  [{ met: 61 }, 'applied 61×'],
  [{ left: 3, met: 2 }, '3 left, applied 2×'],
])('%j has “%s”', (parts, words) => {
  expect(describeProgress(fault(parts))).toBe(words);
});

test('the initial form sends a 503 for every request', () => {
  expect(faultFrom({})).toEqual({ operation: 'any', status: 503 });
});

test('every typed value is sent', () => {
  const draft = { operation: 'getPet', key: ' key#2 ', probability: '.25', count: '3', seed: '7' };
  expect(faultFrom({ ...draft, body: 'malformed', dripMs: '100', delayMs: '500' })).toEqual({
    operation: 'getPet',
    key: 'key#2',
    status: 503,
    body: 'malformed',
    dripMs: 100,
    delayMs: 500,
    probability: 0.25,
    count: 3,
    seed: 7,
  });
});

test('a connection reset has no status and no body', () => {
  expect(faultFrom({ response: 'reset', body: 'truncated', dripMs: '100' })).toEqual({
    operation: 'any',
    network: 'reset',
  });
});

test('text that is not a number is sent for the server to reject', () => {
  expect(faultFrom({ status: 'five hundred' })).toEqual({
    operation: 'any',
    status: 'five hundred',
  });
});
