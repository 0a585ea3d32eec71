import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StockRecord } from '../../fixtures/stock.js';
import type { Behaviour } from '../../src/service/behaviour.js';
import { ListBodyWriter } from './list-body.js';
import { InventoryModel, itemText } from './model.js';

type ListOrder = Behaviour['list-order'];

const record = (petId: string): StockRecord => ({ petId, quantity: 1, status: 'available' });
const modelOf = (...petIds: string[]) => new InventoryModel(petIds.map(record));
/** The ids of a list as its text has them: a double cannot represent them all. */
const idsIn = (text: string) => [...text.matchAll(/"petId":(-?\d+)/g)].map(([, id]) => id);

test('the list is JSON with exact ids', () => {
  const list = new ListBodyWriter(modelOf('9007199254740993'));
  expect(list.write('ascending').text).toBe('[{"petId":9007199254740993,"quantity":1,"status":"available"}]');
});

test('an item has the fields of its record', () => {
  expect(itemText({ petId: '-7', quantity: -3, status: 'sold' })).toBe('{"petId":-7,"quantity":-3,"status":"sold"}');
});

test('an empty store yields an empty list', () => {
  const list = new ListBodyWriter(modelOf());
  expect(list.write('ascending')).toMatchObject({
    text: '[]',
    encoded: new TextEncoder().encode('[]'),
  });
  expect(list.write('descending').text).toBe('[]');
});

test('the same text is returned until the stock changes', () => {
  const model = modelOf('1', '2');
  const list = new ListBodyWriter(model);
  const first = list.write('ascending');
  expect(list.write('ascending')).toBe(first);
  model.setQuantity('1', 5);
  const second = list.write('ascending');
  expect(second.text).toContain('"petId":1,"quantity":5');
  expect(list.write('ascending')).toBe(second);
});

test('a text returned earlier does not change', () => {
  const model = modelOf('1');
  const { text } = new ListBodyWriter(model).write('ascending');
  model.setQuantity('1', 5);
  expect(text).toContain('"quantity":1');
});

test('another order yields another text', () => {
  const list = new ListBodyWriter(modelOf('1', '2'));
  expect(idsIn(list.write('ascending').text)).toEqual(['1', '2']);
  expect(idsIn(list.write('descending').text)).toEqual(['2', '1']);
  expect(idsIn(list.write('ascending').text)).toEqual(['1', '2']);
});

test('ids are ordered as integers', () => {
  const ascending = ['-9223372036854775808', '-10', '-9', '0', '2', '10', '9007199254740992', '9007199254740993'];
  const stored = ['10', '9007199254740993', '-9', '2', '-10', '9007199254740992', '0', '-9223372036854775808'];
  const list = new ListBodyWriter(modelOf(...stored));
  expect(idsIn(list.write('ascending').text)).toEqual(ascending);
  expect(idsIn(list.write('descending').text)).toEqual(ascending.toReversed());
});

const orders = fc.constantFrom('ascending', 'descending');
const anyQuantity = fc.integer({ min: -5, max: 1_000_000 });
const anyStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change'), place: fc.nat(), quantity: anyQuantity }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sell'), place: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('add'), quantity: anyQuantity }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read'), order: orders }) },
) as fc.Arbitrary<{ kind: string; place?: number; quantity?: number; order?: ListOrder }>;

/** Writes a list without any of what makes it fast. */
function plainList(records: readonly StockRecord[], order: ListOrder, fields: string): string {
  const byId = (one: StockRecord, other: StockRecord) => (BigInt(one.petId) < BigInt(other.petId) ? -1 : 1);
  const sorted = records.toSorted(byId);
  if (order === 'descending') sorted.reverse();
  const items = sorted.map(
    ({ petId, quantity, status }) => `{"petId":${petId},"quantity":${quantity},"status":"${status}"${fields}}`,
  );
  return `[${items.join(',')}]`;
}

test('after any changes, the list is what a plain writer writes, as text and as UTF-8', () => {
  const anyFields = fc.constantFrom('', ',"note":"é✓","owner":{"petId":5}');
  const anyCount = fc.oneof(fc.nat(3), fc.integer({ min: 120, max: 600 }));
  const anySteps = fc.array(fc.tuple(anyStep, fc.boolean()), { maxLength: 30 });
  fc.assert(
    fc.property(anyCount, orders, anyFields, anySteps, (count, usual, fields, steps) => {
      // Neither ascending nor descending.
      const stock = Array.from({ length: count }, (_, index) => record(String(((index * 7_919) % 10_007) - 900)));
      const model = new InventoryModel(stock);
      const list = new ListBodyWriter(model);
      const seen: { readonly text: string; readonly expected: string }[] = [];
      const read = (order: ListOrder) => {
        const expected = plainList(model.list(), order, fields);
        const { text, encoded } = list.write(order, fields);
        expect(Buffer.from(encoded).toString()).toBe(expected);
        seen.push({ text, expected });
      };
      read(usual);
      for (const [{ kind, place = 0, quantity = 0, order = usual }, isRead] of steps) {
        const all = model.list();
        const one = all[place % all.length] ?? record('77');
        if (kind === 'change') model.setQuantity(one.petId, quantity);
        else if (kind === 'sell') model.put({ ...one, status: 'sold' });
        else if (kind === 'add') model.put({ ...record(String(20_000 + all.length)), quantity });
        else if (kind === 'restore') model.restore(stock);
        if (isRead || kind === 'read') read(order);
      }
      read(usual);
      // No later change may have reached an earlier list: the journal keeps them.
      for (const { text, expected } of seen) expect(text).toBe(expected);
    }),
    { seed: 20_261_123, numRuns: 300 },
  );
});

test('a change of status alone appears', () => {
  const model = modelOf('1', '2');
  const list = new ListBodyWriter(model);
  list.write('ascending');
  model.put({ ...record('2'), status: 'sold' });
  expect(list.write('ascending').text).toContain('{"petId":2,"quantity":1,"status":"sold"}');
});

test('an added pet appears in its place', () => {
  const model = modelOf('1', '3');
  const list = new ListBodyWriter(model);
  list.write('ascending');
  model.put(record('2'));
  expect(idsIn(list.write('ascending').text)).toEqual(['1', '2', '3']);
  expect(idsIn(list.write('descending').text)).toEqual(['3', '2', '1']);
});

test('restored stock appears', () => {
  const model = modelOf('1', '2');
  const list = new ListBodyWriter(model);
  const first = list.write('ascending').text;
  const saved = model.snapshot();
  model.put({ petId: '1', quantity: 5, status: 'sold' });
  model.put(record('9'));
  list.write('ascending');
  model.restore(saved);
  expect(list.write('ascending').text).toBe(first);
});
