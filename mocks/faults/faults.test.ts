import { expect, test } from 'vitest';
import type { OperationId } from '../../src/spec/operations.js';
import type { Fault } from './fault.js';
import { createFaults, type FaultQueue } from './faults.js';

const a: Fault = { status: 503 };
const b: Fault = { status: 429 };
const c: Fault = { network: 'reset' };

/** What meets each of so many requests to one operation. */
function takeMany(faults: FaultQueue, count: number, operation: OperationId = 'listInventory') {
  return Array.from({ length: count }, () => faults.take(operation));
}

test('no fault meets a request that nobody asked to break', () => {
  expect(createFaults().take('listInventory')).toBeUndefined();
});

test('the next request meets a fault, the one after it none', () => {
  const faults = createFaults();
  faults.next('listInventory', a);
  expect(takeMany(faults, 2)).toEqual([a, undefined]);
});

test('faults are met in the order in which they were asked for', () => {
  const faults = createFaults();
  faults.next('any', a, { times: 2 });
  faults.next('listInventory', b);
  faults.next('any', c);
  expect(takeMany(faults, 5)).toEqual([a, a, b, c, undefined]);
});

test('a fault waits for a request of its operation', () => {
  const faults = createFaults();
  faults.next('updateInventory', a);
  faults.next('any', b);
  expect(faults.take('listInventory')).toEqual(b);
  expect(faults.take('listInventory')).toBeUndefined();
  expect(faults.take('updateInventory')).toEqual(a);
});

test('`any` meets requests that are to no operation too', () => {
  const faults = createFaults();
  faults.next('listInventory', a);
  faults.always('any', b);
  expect(faults.take(undefined)).toEqual(b);
});

test('a fault for always meets every request to its target', () => {
  const faults = createFaults();
  faults.always('listInventory', a);
  expect(takeMany(faults, 3)).toEqual([a, a, a]);
  expect(faults.take('listOrders')).toBeUndefined();
});

test('the fault for the next request comes before those for always', () => {
  const faults = createFaults();
  faults.always('any', a);
  faults.next('any', b);
  expect(takeMany(faults, 3)).toEqual([b, a, a]);
});

test('of several for always the first wins', () => {
  const faults = createFaults();
  faults.always('any', a);
  faults.always('listInventory', b);
  expect(takeMany(faults, 2)).toEqual([a, a]);
});

test('a share of the requests meets a fault', () => {
  const faults = createFaults();
  faults.always('any', a, { probability: 0.2 });
  const met = takeMany(faults, 1_000).filter((fault) => fault === undefined).length;
  expect(met).toBeGreaterThan(750);
  expect(met).toBeLessThan(850);
});

test('the same seed breaks the same requests, another seed others', () => {
  const pattern = (seed?: number) => {
    const faults = createFaults();
    faults.always('any', a, { probability: 0.5, ...(seed !== undefined && { seed }) });
    return takeMany(faults, 40);
  };
  expect(pattern(7)).toEqual(pattern(7));
  expect(pattern(8)).not.toEqual(pattern(7));
  expect(pattern()).toEqual(pattern(1));
});

test('two shares of the same seed do not want the same requests', () => {
  const faults = createFaults();
  faults.always('any', a, { probability: 0.5 });
  faults.always('any', b, { probability: 0.5 });
  const taken = takeMany(faults, 400);
  expect(taken.filter((fault) => fault?.status === 429).length).toBeGreaterThan(60);
  expect(taken.filter((fault) => fault === undefined).length).toBeGreaterThan(60);
});

test('which requests a share meets hangs on no other fault', () => {
  const pattern = (disturb: (faults: FaultQueue) => void) => {
    const faults = createFaults();
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

test('faults can be taken back', () => {
  const faults = createFaults();
  faults.next('any', a);
  faults.always('any', b);
  faults.clear();
  expect(takeMany(faults, 2)).toEqual([undefined, undefined]);
});

test('faults of the same seed begin anew after they were taken back', () => {
  const faults = createFaults();
  const pattern = () => {
    faults.clear();
    faults.always('any', a, { probability: 0.5 });
    return takeMany(faults, 20);
  };
  expect(pattern()).toEqual(pattern());
});

test('a fault stays what it was when the object that asked for it changes', () => {
  const faults = createFaults();
  const fault = { status: 503 };
  faults.always('any', fault);
  fault.status = 400;
  expect(faults.take('getPet')).toEqual({ status: 503 });
});

test('a saved state can be put back, as often as one likes', () => {
  const faults = createFaults();
  faults.next('any', b, { times: 3 });
  faults.always('any', a, { probability: 0.5 });
  takeMany(faults, 2);
  const putBack = faults.save();
  const taken = takeMany(faults, 20);
  faults.clear();
  putBack();
  expect(takeMany(faults, 20)).toEqual(taken);
  putBack();
  expect(takeMany(faults, 20)).toEqual(taken);
});
