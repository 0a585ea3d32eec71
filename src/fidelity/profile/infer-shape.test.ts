// Long: shapes of many thousand objects stay bounded.
import { expect, it } from 'vitest';
import { parseJson } from '../../json/json.js';
import { inferShape } from './infer-shape.js';

it('returns which fields are required, and which may be null', () => {
  expect(
    inferShape([
      { id: 1, note: null },
      { id: 2, note: 'Hallo', more: [true] },
    ]),
  ).toEqual({
    type: ['object'],
    required: ['id', 'note'],
    properties: {
      id: { type: ['integer'] },
      note: { type: ['string', 'null'] },
      more: { type: ['array'], items: { type: ['boolean'] } },
    },
  });
});

it('distinguishes integers from other numbers exactly', () => {
  const all = parseJson('[9007199254740993, 1e2, -0.0]') as never[];
  expect(inferShape(all).type).toEqual(['integer']);
  expect(inferShape([...all, 0.5]).type).toEqual(['number']);
});

it('omits the items of lists that were always empty', () => {
  expect(inferShape([[], []])).toEqual({ type: ['array'] });
});

it('stores states that shops use, in any case', () => {
  expect(inferShape([{ status: 'PAID' }, { status: 'PLACED' }]).properties?.status?.enum).toEqual(['PAID', 'PLACED']);
});

it.each([
  ['another field', { mood: 'happy' }],
  ['a text', { status: 'Käthe wants it' }],
  ['a key', { status: 'sk_live_4f9a1c77' }],
  ['an empty text', { status: '' }],
  ['what may be somebody', { type: 'marta' }],
  ['a state that shops do not use', { status: 'in-transit' }],
  ['what may be somebody, beside a word', { status: 'sold_to_marta' }],
])('does not store the values of %s', (_, record) => {
  expect(JSON.stringify(inferShape([record]))).not.toContain('enum');
});

it('does not store values if there are many', () => {
  const records = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((type) => ({ type }));
  expect(inferShape(records).properties?.type).toEqual({ type: ['string'] });
});

it('stores all values of a known set, whichever of them were observed', () => {
  const known = { status: ['available', 'pending', 'sold'] };
  expect(inferShape([{ status: 'sold' }], known).properties?.status?.enum).toEqual(known.status);
  expect(inferShape([{ status: 'reserved' }], known).properties?.status?.enum).toEqual(['reserved']);
});

it('does not store the keys of a map', () => {
  const byId = { '17': 1, 'c56a4180-65aa-42ec-a945-5fd21dec0538': 2, 'kaethe@shop.example': 3, 'Käthe Meier': 4 };
  const inMap = { type: ['object'], additionalProperties: { type: ['integer'] } };
  expect(inferShape([byId])).toEqual(inMap);
  const many = Object.fromEntries(Array.from({ length: 62 }, (_, index) => [`n${index}`, 1]));
  expect(inferShape([many])).toEqual(inMap);
});

it.each([
  ['keys that differ from object to object', [{ marta: 3 }, { jonas: 4 }]],
  ['a key that is there at times', [{ marta: 3 }, {}]],
  ['a key that is no name of a field, where all hold the same', [{ marta_k: 1, 'Jonas Weber': 2 }]],
  ['moments', [{ '2026-11-20': 1, '2026-11-21': 4 }]],
  ['ids', [{ '17': 1 }, { '4': 2 }]],
])('recognises a map by %s', (_, maps) => {
  expect(inferShape(maps)).toEqual({
    type: ['object'],
    additionalProperties: { type: ['integer'] },
  });
});

it('infers the common shape of the objects in a map', () => {
  const shape = inferShape([{ marta: { id: 1, note: 'x' } }, { jonas: { id: 2 } }]);
  expect(shape.additionalProperties).toMatchObject({ required: ['id'], properties: { note: { type: ['string'] } } });
});

it('limits the depth, and limits it further for broad objects', () => {
  let deep: object = {};
  for (let level = 0; level < 500; level++) deep = { a: deep };
  expect(JSON.stringify(inferShape([deep as never])).match(/"a":/g)).toHaveLength(8);
  const fields = (value: object) => Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`n${index}`, value]));
  const broad = inferShape([fields(fields(fields({}))) as never]);
  expect(JSON.stringify(broad).length).toBeLessThan(60_000);
  expect(Object.keys(broad.properties ?? {})).toHaveLength(50);
});
