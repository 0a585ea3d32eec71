import { expect, it } from 'vitest';
import { type ExchangeInit, recorded, settings, wrongKey } from '../../../tests/recorded.js';
import { gatherEvidence } from '../../judge/evidence.js';
import { learnPetShape } from './learn-pet-shape.js';

const list: ExchangeInit = {
  body: '[{"petId":7,"quantity":3,"status":"sold"},{"petId":9007199254740993,"quantity":1,"status":"pending"}]',
};
const lookup = (id: string, body: string, more: ExchangeInit = {}): ExchangeInit => ({
  path: `/pets/${id}`,
  body,
  ...more,
});
const learn = (...told: ExchangeInit[]) => learnPetShape(gatherEvidence(recorded(...told), settings));

it('makes up records with the fields of observed pets', () => {
  const { choice, readings } = learn(
    lookup('7', '{"name":"Rex","born":"2020-02-01"}'),
    lookup('8', '{"name":"Bella","born":null,"chip":"A1"}'),
  );
  expect(choice).toEqual({
    records: [
      { name: 'name 1', born: '2026-01-02' },
      { name: 'name 1', born: null, chip: 'chip 1' },
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

it('finds a status in capitals, or called “state”, also in an envelope', () => {
  const inPet = (field: string, sold: string, pending: string) => {
    const pet = (id: string, status: string) => lookup(id, `{"pet":{"id":${id},"${field}":"${status}"}}`);
    return learn(list, pet('7', sold), pet('9007199254740993', pending)).choice;
  };
  expect(inPet('status', 'SOLD', 'PENDING')).toMatchObject({ fromStock: { id: 'petId', status: 'STATUS' } });
  expect(inPet('state', 'sold', 'pending')).toMatchObject({
    fromStock: { id: 'petId', state: 'status' },
    envelope: { field: 'pet' },
  });
  expect(inPet('status', 'SOLD', 'pending')).toMatchObject({ fromStock: { id: 'petId' } });
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
    records: [{ ref: '1', owner: { id: 1 } }, { ref: '2' }, { ref: '3' }],
    fromStock: { ref: 'petId' },
    envelope: { field: 'data', rest: { took: 1, links: { self: 'self 1' } } },
  });
});

it('ignores an object inside a pet if the pet has the id', () => {
  const { choice } = learn(lookup('7', '{"id":7,"owner":{"id":7}}'), lookup('8', '{"id":8,"owner":{"id":8}}'));
  expect(choice).toMatchObject({ fromStock: { id: 'petId' } });
  expect(choice).not.toHaveProperty('envelope');
});

it('finds a pet that is the only item of a list', () => {
  expect(learn(lookup('7', '[{"id":7}]'), lookup('8', '[{"id":8}]')).choice).toEqual({
    records: [{ id: 1 }, { id: 2 }, { id: 3 }],
    fromStock: { id: 'petId' },
    envelope: 'list',
  });
  expect(learn(lookup('7', '[{"id":7},{"id":8}]')).choice).not.toHaveProperty('envelope');
});

it('makes up what is not an object', () => {
  expect(learn(lookup('7', '["Rex",7]')).choice).toEqual({ records: [['value 1', 2]] });
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
