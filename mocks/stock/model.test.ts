import { expect, onTestFinished, test, vi } from 'vitest';
import type { StockRecord } from '../../fixtures/stock.js';
import { InventoryModel } from './model.js';

const rex: StockRecord = { petId: '1', quantity: 12, status: 'available' };
const tom: StockRecord = { petId: '2', quantity: 0, status: 'sold' };

test('records are listed in insertion order', () => {
  const model = new InventoryModel([tom, rex]);
  expect(model.list().map(({ petId }) => petId)).toEqual(['2', '1']);
});

test('a record is found by its id', () => {
  const model = new InventoryModel([rex, tom]);
  expect(model.get('2')).toMatchObject(tom);
  expect(model.get('3')).toBeUndefined();
});

test('setting a quantity keeps the other fields', () => {
  const model = new InventoryModel([rex, tom]);
  expect(model.setQuantity('1', 5)).toMatchObject({ petId: '1', quantity: 5, status: 'available' });
  expect(model.snapshot()).toEqual([{ ...rex, quantity: 5 }, tom]);
});

test('an unknown pet is not created', () => {
  const model = new InventoryModel([rex]);
  expect(model.setQuantity('9', 5)).toBeUndefined();
  expect(model.snapshot()).toEqual([rex]);
});

test.each(['0', '-1', '9007199254740993', '-9223372036854775808', '9223372036854775807'])(
  '%s is a valid id',
  (petId) => {
    const model = new InventoryModel([{ ...rex, petId }]);
    expect(model.setQuantity(petId, 3)).toMatchObject({ petId, quantity: 3 });
  },
);

test('the records passed in are not changed', () => {
  const given = { ...rex };
  new InventoryModel([given]).setQuantity('1', 5);
  expect(given).toEqual(rex);
});

test('the version grows with every change and only then', () => {
  const model = new InventoryModel([rex]);
  const versions = [model.version];
  model.setQuantity('1', 5);
  versions.push(model.version);
  model.list();
  model.get('1');
  model.setQuantity('9', 5);
  versions.push(model.version);
  model.restore([tom]);
  versions.push(model.version);
  const [first = 0, changed = 0, looked, restored = 0] = versions;
  expect(changed).toBeGreaterThan(first);
  expect(looked).toBe(changed);
  expect(restored).toBeGreaterThan(changed);
});

test('finding a record does not read the others', () => {
  const records = Array.from({ length: 1_000 }, (_, index) => ({ ...rex, petId: String(index) }));
  const model = new InventoryModel(records);
  const looks = vi.fn();
  for (const record of model.list()) Object.defineProperty(record, 'petId', { get: looks });
  model.get('999');
  model.setQuantity('999', 1);
  expect(looks).not.toHaveBeenCalled();
});

test('no BroadcastChannel is opened where there is a window, and the global is restored', () => {
  const opened = vi.fn();
  const Channel = class {
    constructor() {
      opened();
    }
  };
  vi.stubGlobal('window', {});
  vi.stubGlobal('BroadcastChannel', Channel);
  onTestFinished(() => void vi.unstubAllGlobals());
  new InventoryModel([rex]).setQuantity('1', 5);
  expect(opened).not.toHaveBeenCalled();
  expect(globalThis.BroadcastChannel).toBe(Channel);
});

test('an environment without BroadcastChannel stays without it', () => {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  onTestFinished(() => void (descriptor && Object.defineProperty(globalThis, 'BroadcastChannel', descriptor)));
  new InventoryModel([rex]);
  expect('BroadcastChannel' in globalThis).toBe(false);
});

test('an entry is replaced in place', () => {
  const model = new InventoryModel([rex, tom]);
  const list = model.list();
  expect(model.put({ ...rex, quantity: 5, status: 'pending' })).toBe(list[0]);
  expect(model.snapshot()).toEqual([{ ...rex, quantity: 5, status: 'pending' }, tom]);
  expect(model.list()).toBe(list);
});

test('an unknown pet is appended', () => {
  const model = new InventoryModel([tom]);
  model.put(rex);
  expect(model.list().map(({ petId }) => petId)).toEqual(['2', '1']);
  expect(model.setQuantity('1', 3)).toMatchObject({ ...rex, quantity: 3 });
});

test('restoring the same pets reuses their records', () => {
  const model = new InventoryModel([rex, tom]);
  const list = model.list();
  model.setQuantity('1', 5);
  model.restore([rex, tom]);
  expect(model.list()).toBe(list);
  expect(model.snapshot()).toEqual([rex, tom]);
});

test('the same pets in another order are other stock', () => {
  const model = new InventoryModel([rex, tom]);
  model.restore([tom, rex]);
  expect(model.snapshot()).toEqual([tom, rex]);
});

test('a saved state can be restored repeatedly, after any changes', () => {
  const model = new InventoryModel([rex, tom]);
  const saved = model.snapshot();
  for (const change of [() => model.setQuantity('1', 5), () => model.restore([tom]), () => model.restore([])]) {
    change();
    model.put({ ...rex, petId: '9' });
    model.restore(saved);
    expect(model.snapshot()).toEqual([rex, tom]);
    expect(model.get('9')).toBeUndefined();
  }
});

test('a version is never reused, so a text cached for it stays correct', () => {
  const model = new InventoryModel([rex]);
  const seen = [model.version];
  const saved = model.snapshot();
  for (const step of [
    () => model.put(tom),
    () => model.restore(saved),
    () => model.setQuantity('1', 5),
    () => model.restore(saved),
    () => model.restore([]),
  ]) {
    step();
    seen.push(model.version);
  }
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
});

test('changed pets are reported by version, however many changes there were', () => {
  const model = new InventoryModel([{ petId: '1', quantity: 0, status: 'available' }]);
  const before = model.version;
  for (let quantity = 1; quantity <= 25_000; quantity++) model.setQuantity('1', quantity);
  expect(model.changedSince(model.version, 1)).toEqual([]);
  expect(model.changedSince(model.version - 10_000, 1)).toMatchObject([{ petId: '1', quantity: 25_000 }]);
  expect(model.changedSince(model.version - 10_000, 0)).toBeUndefined();
  expect(model.changedSince(before, 1)).toMatchObject([{ petId: '1', quantity: 25_000 }]);
  model.restore([rex, tom]);
  expect(model.changedSince(before, 2)).toBeUndefined();
  expect(model.changedSince(model.version, 0)).toEqual([]);
});

test('a snapshot stays as it was', () => {
  const model = new InventoryModel([rex, tom]);
  const first = model.snapshot();
  model.setQuantity('1', 5);
  expect([model.snapshot()[0], first[0]]).toEqual([{ ...rex, quantity: 5 }, rex]);
});
