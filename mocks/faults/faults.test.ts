import { expect, test, vi } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import type { OperationId } from '../../src/service/petstore.js';
import { openFaults, take } from '../../tests/open-faults.js';
import type { Fault, FaultQueue } from './faults.js';

const a: Fault = { status: 503 };
const b: Fault = { status: 429 };
const c: Fault = { network: 'reset' };

/** The definition of a fault. */
function whatStruck(struck: ReturnType<typeof take>) {
  if (struck === undefined) return undefined;
  const { status, network } = struck;
  return { ...(status !== undefined && { status }), ...(network !== undefined && { network }) };
}

/** The faults that each of several requests to one operation meets. */
function takeMany(faults: FaultQueue, count: number, operation: OperationId = 'listInventory') {
  return Array.from({ length: count }, () => whatStruck(take(faults, operation)));
}

test('without faults a request meets none', () => {
  expect(take(openFaults(), 'listInventory')).toBeUndefined();
});

test('a fault for the next request meets exactly one', () => {
  const faults = openFaults();
  faults.next('listInventory', a);
  expect(takeMany(faults, 2)).toEqual([a, undefined]);
});

test('faults are met in the order of their creation', () => {
  const faults = openFaults();
  faults.next('any', a, { times: 2 });
  faults.next('listInventory', b);
  faults.next('any', c);
  expect(takeMany(faults, 5)).toEqual([a, a, b, c, undefined]);
});

test('a fault waits for a request to its operation', () => {
  const faults = openFaults();
  faults.next('updateInventory', a);
  faults.next('any', b);
  expect(whatStruck(take(faults, 'listInventory'))).toEqual(b);
  expect(whatStruck(take(faults, 'listInventory'))).toBeUndefined();
  expect(whatStruck(take(faults, 'updateInventory'))).toEqual(a);
});

test('`any` also meets requests to no operation', () => {
  const faults = openFaults();
  faults.next('listInventory', a);
  faults.always('any', b);
  expect(whatStruck(take(faults, undefined))).toEqual(b);
});

test('an unlimited fault meets every request to its target', () => {
  const faults = openFaults();
  faults.always('listInventory', a);
  expect(takeMany(faults, 3)).toEqual([a, a, a]);
  expect(whatStruck(take(faults, 'listOrders'))).toBeUndefined();
});

test('a fault for the next request precedes unlimited ones', () => {
  const faults = openFaults();
  faults.always('any', a);
  faults.next('any', b);
  expect(takeMany(faults, 3)).toEqual([b, a, a]);
});

test('the first of several unlimited faults wins', () => {
  const faults = openFaults();
  faults.always('any', a);
  faults.always('listInventory', b);
  expect(takeMany(faults, 2)).toEqual([a, a]);
});

test('a fault with a probability meets its share of the requests', () => {
  const faults = openFaults();
  faults.always('any', a, { probability: 0.2 });
  const met = takeMany(faults, 1_000).filter((fault) => fault === undefined).length;
  expect(met).toBeGreaterThan(750);
  expect(met).toBeLessThan(850);
});

test('the same seed meets the same requests, another seed others', () => {
  const pattern = (seed?: number) => {
    const faults = openFaults();
    faults.always('any', a, { probability: 0.5, ...(seed !== undefined && { seed }) });
    return takeMany(faults, 40);
  };
  expect(pattern(7)).toEqual(pattern(7));
  expect(pattern(8)).not.toEqual(pattern(7));
  expect(pattern()).toEqual(pattern(1));
});

test('two faults of the same seed and probability meet different requests', () => {
  const faults = openFaults();
  faults.always('any', a, { probability: 0.5 });
  faults.always('any', b, { probability: 0.5 });
  const taken = takeMany(faults, 400);
  expect(taken.filter((fault) => fault?.status === 429).length).toBeGreaterThan(60);
  expect(taken.filter((fault) => fault === undefined).length).toBeGreaterThan(60);
});

test('which requests a fault meets does not depend on other faults', () => {
  const pattern = (disturb: (faults: FaultQueue) => void) => {
    const faults = openFaults();
    faults.always('listInventory', a, { probability: 0.5 });
    disturb(faults);
    return takeMany(faults, 30).map((fault) => fault?.status === 503);
  };
  const alone = pattern(() => {});
  const disturbed = pattern((faults) => {
    faults.next('any', b, { times: 3 });
    takeMany(faults, 5, 'listOrders');
  });
  expect(disturbed).toEqual(alone);
});

test('a fault with a probability ends after its count', () => {
  const faults = openFaults();
  faults.always('any', a, { probability: 0.5, times: 3 });
  faults.always('any', b, { times: 2 });
  const taken = takeMany(faults, 40).map((fault) => fault?.status);
  expect(taken.filter((status) => status === 503)).toHaveLength(3);
  expect(taken.filter((status) => status === 429)).toHaveLength(2);
  expect(faults.list()).toEqual([]);
});

test('a request that met another fault does not count', () => {
  const faults = openFaults();
  faults.always('any', a, { times: 2 });
  faults.next('any', b);
  expect(takeMany(faults, 4)).toEqual([b, a, a, undefined]);
});

test('a fault for a key meets only requests with it', () => {
  const faults = openFaults();
  faults.always('any', a, { key: 'test_free' });
  faults.next('any', b, { key: 'key#2' });
  const met = (key?: string) => whatStruck(take(faults, 'listInventory', key));
  expect([met(), met('test_free'), met('nobody'), met('test_pro'), met('test_pro')]).toEqual([
    undefined,
    a,
    undefined,
    b,
    undefined,
  ]);
});

test('requests with other keys do not affect a fault for a key', () => {
  const pattern = (others: number) => {
    const faults = openFaults();
    faults.always('any', a, { probability: 0.5, key: 'test_free' });
    return Array.from({ length: 20 }, () => {
      for (let other = 0; other < others; other++) take(faults, 'listInventory', 'test_pro');
      return take(faults, 'listInventory', 'test_free') !== undefined;
    });
  };
  expect(pattern(3)).toEqual(pattern(0));
});

test('the key is not looked up unless a fault needs it', () => {
  const faults = openFaults();
  faults.always('any', a, { probability: 0.5 });
  const sentKey = vi.fn();
  faults.take('listInventory', sentKey);
  expect(sentKey).not.toHaveBeenCalled();
  faults.always('any', a, { key: 'test_free' });
  faults.always('any', a, { key: 'test_pro' });
  faults.take('listInventory', sentKey);
  expect(sentKey).toHaveBeenCalledOnce();
});

test('a met fault reports its id and its delay', () => {
  const faults = openFaults();
  const id = faults.next('any', { body: 'truncated', delayMs: 20, dripMs: 300 });
  expect(take(faults, 'getPet')).toEqual({ id, body: 'truncated', delayMs: 20, dripMs: 300 });
});

test('faults are listed in the order in which requests meet them', () => {
  const faults = openFaults();
  const share = faults.always('any', { delayMs: 5 }, { probability: 1, seed: 3, key: 'key#2' });
  const next = faults.next('getPet', a, { times: 3 });
  take(faults, 'getPet', 'test_free');
  take(faults, 'listOrders', 'test_pro');
  const whatever = { target: 'any', key: undefined, probability: 1, seed: 1 };
  expect(faults.list()).toEqual([
    { ...whatever, id: next, target: 'getPet', fault: a, left: 2, met: 1 },
    { ...whatever, id: share, fault: { delayMs: 5 }, key: 'key#2', seed: 3, left: undefined, met: 1 },
  ]);
  expect(JSON.stringify(faults.list())).not.toContain('test_');
});

test('one fault can be removed', () => {
  const faults = openFaults();
  faults.next('any', a);
  const second = faults.next('any', b);
  const third = faults.always('any', c);
  faults.remove(second);
  expect(takeMany(faults, 3)).toEqual([a, c, c]);
  faults.remove(third);
  expect(takeMany(faults, 1)).toEqual([undefined]);
});

test('removing an unknown fault throws and removes nothing', () => {
  const faults = openFaults();
  const remove = (id: unknown) => () => faults.remove(id as string);
  expect(remove('1')).toThrow('Removing a fault: no fault has that id. List the faults to see their ids.');
  faults.always('any', a);
  faults.next('any', b);
  expect(remove('test_free')).toThrow(InputError);
  expect(remove(1)).toThrow(InputError);
  expect(remove(Promise.resolve('1'))).toThrow('the id is a promise');
  expect(faults.list()).toHaveLength(2);
});

test('an id is never reused, even after all faults were removed', () => {
  const faults = openFaults();
  const ids = [faults.next('any', a), faults.always('any', a)];
  faults.remove(ids[0] ?? '');
  ids.push(faults.next('any', a));
  faults.clear();
  ids.push(faults.next('any', a));
  expect(ids).toEqual(['1', '2', '3', '4']);
});

test('a rejected fault uses no id', () => {
  const faults = openFaults();
  expect(() => faults.next('any', {})).toThrow(InputError);
  expect(faults.next('any', a)).toBe('1');
});

test('a fault created again after removal of one or of all draws from the start', () => {
  const faults = openFaults();
  faults.next('any', a);
  const pattern = () => takeMany(faults, 20).map((fault) => fault !== undefined);
  faults.clear();
  const first = faults.always('any', a, { probability: 0.5 });
  const alone = pattern();
  faults.remove(first);
  faults.always('any', b, { probability: 0.5 });
  expect(pattern()).toEqual(alone);
  faults.clear();
  expect(takeMany(faults, 2)).toEqual([undefined, undefined]);
  faults.always('any', a, { probability: 0.5 });
  expect(pattern()).toEqual(alone);
});

test('changing the options object later does not change the fault', () => {
  const faults = openFaults();
  const fault = { status: 503 };
  faults.always('any', fault);
  fault.status = 400;
  expect(whatStruck(take(faults, 'getPet'))).toEqual({ status: 503 });
  expect(Object.isFrozen(faults.list()[0]?.fault)).toBe(true);
});

test('more than a thousand faults are rejected with a suggested fix', () => {
  const faults = openFaults();
  for (let count = 0; count < 1_000; count++) faults.always('any', { status: 503 });
  const message = 'Adding a fault: the limit of 1000 is reached. Remove one with remove(id), or all with clear().';
  expect(() => faults.next('any', { status: 503 })).toThrow(message);
  expect(faults.list()).toHaveLength(1_000);
});
