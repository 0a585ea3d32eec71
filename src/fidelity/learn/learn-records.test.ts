import { expect, it } from 'vitest';
import { type ExchangeInit, recorded, settings, wrongKey } from '../../../tests/recorded.js';
import { gatherEvidence } from '../../judge/judge.js';
import { petstore } from '../../service/petstore.js';
import type { QuestionId } from '../../service/questions/open-questions.js';
import { shapeQuestions } from '../stock/record-questions.js';
import { learnRecords, type RecordQuestion } from './learn-records.js';

const learnFrom = (question: QuestionId, told: readonly ExchangeInit[]) =>
  learnRecords(shapeQuestions[question] as RecordQuestion, gatherEvidence(recorded(...told), settings), petstore);

const list: ExchangeInit = {
  body: '[{"petId":7,"quantity":3,"status":"sold"},{"petId":9007199254740993,"quantity":1,"status":"pending"}]',
};
const lookup = (id: string, body: string, more: ExchangeInit = {}): ExchangeInit => ({
  path: `/pets/${id}`,
  body,
  ...more,
});
const learn = (...told: ExchangeInit[]) => learnFrom('pet-shape', told);

it('makes up records with the fields of observed pets', () => {
  const { choice, readings } = learn(
    lookup('7', '{"name":"Rex","born":"2020-02-01"}'),
    lookup('8', '{"name":"Bella","born":null,"chip":"A1"}'),
  );
  expect(choice).toEqual({
    records: [
      { name: 'name 1', born: '2026-01-02', chip: 'chip 1' },
      { name: 'name 2', born: null },
      { name: 'name 3', born: '2026-01-04', chip: 'chip 3' },
    ],
  });
  expect(readings.map(({ number }) => number)).toEqual([1, 2]);
});

it('finds the fields that come from the stock, with exact ids', () => {
  const { choice } = learn(
    list,
    lookup('7', '{"ref":7,"quantity":3,"status":"sold","price":7}'),
    lookup('9007199254740993', '{"ref":9007199254740993,"quantity":1,"status":"pending","price":8}'),
  );
  expect(choice).toMatchObject({ fromStock: { ref: 'petId', quantity: 'quantity', status: 'status' } });
});

it('finds the quantity under any name, if several pets show it', () => {
  const pet = (id: string, left: number) => lookup(id, `{"id":${id},"left":${left}}`);
  const [seven, other] = [pet('7', 3), pet('9007199254740993', 1)];
  expect(learn(list, seven, other).choice).toMatchObject({ fromStock: { id: 'petId', left: 'quantity' } });
  expect(learn(list, seven).choice).toHaveProperty('fromStock', { id: 'petId' });
});

it.each(['07', '+7', '7.0'])('leaves out a lookup by %s, which no entry of the list has as its id', (id) => {
  const usual = [list, lookup('7', '{"id":7,"status":"sold"}'), lookup('9007199254740993', '{"id":9007199254740993}')];
  const { choice, readings } = learn(...usual, lookup(id, '{"id":7,"status":"sold"}'));
  expect(choice).toMatchObject({ fromStock: { id: 'petId' } });
  expect(readings).toHaveLength(2);
  expect(learn(lookup(id, '{"id":7}')).choice).toBeUndefined();
});

it('finds a status called “state”, also in an envelope', () => {
  const pet = (id: string, state: string) => lookup(id, `{"pet":{"id":${id},"state":"${state}"}}`);
  expect(learn(list, pet('7', 'sold'), pet('9007199254740993', 'pending')).choice).toMatchObject({
    fromStock: { id: 'petId', state: 'status' },
    envelope: { field: 'pet' },
  });
});

it('does not store the keys of a map', () => {
  const { choice, members } = learn(
    lookup('7', '{"id":7,"friends":{"marta":7},"keeper":"marta"}'),
    lookup('8', '{"id":8,"friends":{"jonas":8},"keeper":"marta"}'),
  );
  expect(choice).toMatchObject({ fromStock: { id: 'petId' } });
  expect(JSON.stringify([choice, Object.keys(members ?? {})])).not.toContain('marta');
});

it('finds the field that contains the pet by the requested id', () => {
  const { choice } = learn(
    lookup('7', '{"data":{"ref":"7","owner":{"id":1}},"took":3,"links":{"self":"/7"}}'),
    lookup('8', '{"data":{"ref":"8","owner":{"id":1}},"took":4,"links":{"self":"/8"}}'),
  );
  expect(choice).toMatchObject({
    records: [1, 2, 3].map((serial) => ({ ref: String(serial), owner: { id: serial } })),
    fromStock: { ref: 'petId' },
    envelope: { field: 'data', rest: { took: 1, links: { self: 'self 1' } } },
  });
});

it('ignores an object inside a pet if the pet has the id', () => {
  const { choice } = learn(lookup('7', '{"id":7,"owner":{"id":7}}'), lookup('8', '{"id":8,"owner":{"id":8}}'));
  expect(choice).toMatchObject({ fromStock: { id: 'petId' } });
  expect(choice).not.toHaveProperty('envelope');
});

it('makes up what is not an object', () => {
  const [record] = (learn(lookup('7', '["Rex",7]')).choice as { records: unknown[] }).records;
  expect(record).toEqual(['value 1', 2]);
});

it('cites the lookups that contained each field', () => {
  const { members } = learn(lookup('7', '{"id":7}'), lookup('8', '{"id":8,"soldAt":"2026-01-01"}'));
  expect(members?.soldAt?.map(({ number }) => number)).toEqual([2]);
});

it('recognises the id of a single pet by the name of its field', () => {
  expect(learn(lookup('7', '{"legs":7,"petId":"7"}')).choice).toMatchObject({ fromStock: { petId: 'petId' } });
});

it.each([
  ['another status than the list', '{"status":"available","quantity":3}', { quantity: 'quantity' }],
  ['another quantity than the list', '{"status":"sold","quantity":4}', { status: 'status' }],
])('links nothing to the stock if a pet has %s', (_, body, fromStock) => {
  expect(learn(list, lookup('7', body)).choice).toMatchObject({ fromStock });
});

it('learns all documented statuses from one of them', () => {
  const { choice } = learn(lookup('7', '{"status":"sold"}'));
  expect(choice).toEqual({ records: [{ status: 'available' }, { status: 'pending' }, { status: 'sold' }] });
});

it.each<[string, ExchangeInit]>([
  ['rejected', lookup('7', '{"id":7}', { status: 401, credential: wrongKey })],
  ['not found', lookup('7', '{"code":"x","message":"y","status":404}', { status: 404 })],
  ['forced', lookup('7', '{"id":7}', { requestHeaders: { Prefer: 'code=200' } })],
])('learns nothing from a lookup that is %s', (_, told) => {
  expect(learn(told).choice).toBeUndefined();
});

const learnOrders = (...bodies: unknown[]) =>
  learnFrom(
    'order-shape',
    bodies.map((body) => ({ path: '/store/orders', body: JSON.stringify(body) })),
  );

it('makes up orders with the fields of observed orders', () => {
  const { choice, note } = learnOrders([{ id: 'o-77', lines: [{ sku: 'K-4', count: 2 }], status: 'placed' }]);
  expect(choice).toEqual({
    records: [1, 2, 3].map((serial) => ({
      id: `id ${serial}`,
      lines: [{ sku: 'sku 1', count: 1 }],
      status: 'placed',
    })),
  });
  expect(note).toBe('samples with the fields of 1 record');
});

it('finds the field that contains the orders, and makes up the fields beside it', () => {
  const { choice } = learnOrders(
    { data: [{ id: 4 }], total: 31, next: 'https://shop.example/o?page=2' },
    { data: [], total: 31, next: null },
  );
  expect(choice).toEqual({
    records: [{ id: 1 }, { id: 2 }, { id: 3 }],
    envelope: { field: 'data', rest: { total: 31, next: 'https://example.com/1' } },
  });
});

it('learns that lists are empty', () => {
  const { choice, note } = learnOrders({ orders: [], next: null });
  expect(choice).toEqual({ records: [], envelope: { field: 'orders', rest: { next: null } } });
  expect(note).toBe('every list was empty');
  expect(learnOrders([]).choice).toEqual({ records: [] });
});

it('makes up orders that are not objects', () => {
  expect(learnOrders(['A-1', 'A-2']).choice).toEqual({ records: ['value 1'] });
});

it('cites the responses that contained each field', () => {
  const { members, readings } = learnOrders([{ id: 1 }, { id: 2, coupon: 'A' }], [{ id: 3 }], []);
  const numbers = Object.entries(members ?? {}).map(([name, own]) => [name, own.map(({ number }) => number)]);
  expect(Object.fromEntries(numbers)).toEqual({ id: [1, 2], coupon: [1] });
  expect(readings).toHaveLength(3);
});

it('ignores a field that not every response has', () => {
  expect(learnOrders({ data: [{ id: 4 }] }, { items: [{ id: 4 }] }).choice).toBeUndefined();
});

it.each([
  ['there is no list', { count: 0 }],
  ['the list stands under an address', { 'kaethe@shop.example': [{ id: 1 }] }],
])('learns nothing if %s', (_, body) => {
  expect(learnOrders(body).choice).toBeUndefined();
});

it('keeps switches and small numbers that never change: clients need them for paging', () => {
  const page = {
    data: [{ id: 1 }],
    has_more: false,
    cursor: null,
    page: { number: 0, size: 20 },
    by: 'Ada',
    ref: 4711,
  };
  const rest = { has_more: false, cursor: null, page: { number: 0, size: 20 }, by: 'by 1', ref: 1 };
  expect(learnOrders(page, page).choice).toMatchObject({ envelope: { field: 'data', rest } });
  const { cursor: _, ...last } = page;
  expect(learnOrders(page, { ...last, has_more: true, page: { number: 1, size: 20 } }).choice).toMatchObject({
    envelope: { rest: { has_more: true, page: { number: 1, size: 20 } } },
  });
});

it('does not treat a key as a field if other objects lack it', () => {
  const { choice } = learnOrders(
    { items: [{ id: 1, keeper: 'marta', totals: { marta: 1 } }], marta: [{ id: 1 }], count: 1 },
    { items: [{ id: 2, keeper: 'jonas', totals: { jonas: 1 } }], 'Jonas Weber': [{ id: 2 }], count: 1 },
  );
  expect(choice).toEqual({
    records: [1, 2, 3].map((serial) => ({
      id: serial,
      keeper: `keeper ${serial}`,
      totals: { 'key 1': 1 },
    })),
    envelope: { field: 'items', rest: { marta: [{ id: 1 }], count: 1, 'key 1': [{ id: 1 }] } },
  });
});
