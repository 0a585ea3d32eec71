import { expect, test } from 'vitest';
import type { StockRecord } from '../fixtures/stock.js';
import { ListBodyWriter } from './list-body.js';
import { InventoryModel, itemText } from './model.js';

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
  expect(list.write('ascending')).toEqual({ text: '[]', encoded: new TextEncoder().encode('[]') });
  expect(list.write('rotating').text).toBe('[]');
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
  expect(idsIn(list.write('as-stored').text)).toEqual(stored);
});

test('a rotating list begins with the next pet each time and wraps around', () => {
  const list = new ListBodyWriter(modelOf('1', '2', '3'));
  const lists = Array.from({ length: 4 }, () => idsIn(list.write('rotating').text).join(''));
  expect(lists).toEqual(['123', '231', '312', '123']);
});

test('the text is also returned as UTF-8', () => {
  const { text, encoded } = new ListBodyWriter(modelOf('1', '2')).write('ascending');
  expect(new TextDecoder().decode(encoded)).toBe(text);
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
  expect(idsIn(list.write('as-stored').text)).toEqual(['1', '3', '2']);
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

test('a rotating list restarts after a reset, or continues where it was saved', () => {
  const list = new ListBodyWriter(modelOf('1', '2', '3'));
  const next = () => idsIn(list.write('rotating').text).join('');
  next();
  const { turn } = list;
  expect([next(), next()]).toEqual(['231', '312']);
  list.restore(turn);
  expect(next()).toBe('231');
  list.restore(0);
  expect(next()).toBe('123');
});

test('items vary the fields after the documented ones, and keep their own', () => {
  const model = modelOf('1', '2', '3');
  const list = new ListBodyWriter(model);
  const fields = [',"note":"x"', ''];
  model.setQuantity('3', 5);
  const items = JSON.parse(list.write('ascending', fields).text) as object[];
  expect(items.map((item) => 'note' in item)).toEqual([true, false, true]);
  model.setQuantity('2', 5);
  expect(list.write('ascending', fields).text).toContain('"petId":2,"quantity":5,"status":"available"}');
});
