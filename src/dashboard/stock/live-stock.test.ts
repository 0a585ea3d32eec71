import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import type { AdminClient } from '../../admin/client/admin-client.js';
import { compareIds, LiveStock, withChanges } from './live-stock.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const allNew = { version: 1, total: 0, isAllNew: true, changes: [] };

/** A server whose stock takes a second to read. */
function slowStock() {
  let requests = 0;
  const list = async () => {
    requests++;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return { items: [], next: null, total: 0 };
  };
  return { client: { inventory: { list } } as unknown as AdminClient, requests: () => requests };
}

test('pauses after a read, then reads once for all requests meanwhile', async () => {
  const { client, requests } = slowStock();
  const ending = new AbortController();
  const stock = new LiveStock(client, ending.signal);
  stock.receive(allNew);
  await vi.advanceTimersByTimeAsync(1_000);
  stock.receive(allNew);
  stock.receive(allNew);
  await vi.advanceTimersByTimeAsync(300);
  expect(requests()).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests()).toBe(2);
  ending.abort();
});

test('ends when the world is left', async () => {
  const { client, requests } = slowStock();
  const ending = new AbortController();
  const stock = new LiveStock(client, ending.signal);
  stock.receive(allNew);
  ending.abort();
  stock.receive(allNew);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests()).toBe(1);
  expect(stock.pets.value).toBeUndefined();
});

const pet = (petId: string, quantity = 1) => ({ petId, quantity, status: 'available' as const });

it('changes entries in a new array', () => {
  const stock = [pet('1'), pet('2'), pet('10')];
  expect(withChanges(stock, [pet('10', 7)])).toEqual([pet('1'), pet('2'), pet('10', 7)]);
  expect(stock[2]).toEqual(pet('10'));
});

it('inserts new pets in the order of ids, also beyond 2^53', () => {
  const stock = [pet('-3'), pet('2'), pet('9007199254740993')];
  const ids = withChanges(stock, [pet('9007199254740992'), pet('5')]).map(({ petId }) => petId);
  expect(ids).toEqual(['-3', '2', '5', '9007199254740992', '9007199254740993']);
});

test('ids are ordered as integers, exactly', () => {
  const ids = ['10', '9007199254740993', '-2', '9', '9007199254740992', '0', '-10', '9223372036854775807'];
  expect(ids.toSorted(compareIds)).toEqual([
    '-10',
    '-2',
    '0',
    '9',
    '10',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775807',
  ]);
});

test('an id equals only itself', () => {
  expect(compareIds('9007199254740993', '9007199254740993')).toBe(0);
  expect(compareIds('-7', '-7')).toBeCloseTo(0);
});
