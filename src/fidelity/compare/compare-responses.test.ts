import { expect, test } from 'vitest';
import {
  arrayOf,
  blankProfile,
  integer,
  jsonAnswers,
  moment,
  objectOf,
  text,
} from '../../../tests/profile-for-tests.js';
import type { LearnedHeader, LearnedResponses, Place, Profile, Shape } from '../profile/profile.js';
import { compareResponses } from './compare-responses.js';
import { type ComparisonItem, different } from './comparison.js';

type Answers = Readonly<Record<Place, LearnedResponses>>;

const compare = (left: Answers, right: Answers, told: readonly ComparisonItem[] = []) =>
  compareResponses(blankProfile({ responses: left }), blankProfile({ responses: right }), told);

function differencesOf(...args: Parameters<typeof compare>) {
  return compare(...args).flatMap((one) => (one.is === 'different' ? [[one.kind, one.id, one.left, one.right]] : []));
}

const at = (place: Place, schema: Shape, count = 4): Answers =>
  ({ [place]: jsonAnswers(schema, { count }) }) as Answers;
const item = { petId: integer, quantity: integer };

test('tells a field that one side always has and the other never', () => {
  const left = at('listInventory 200', arrayOf(objectOf(item)));
  const right = at('listInventory 200', arrayOf(objectOf({ ...item, updatedAt: moment })));
  expect(differencesOf(left, right)).toEqual([
    ['field', 'listInventory 200 /items/updatedAt', 'not there', 'string (date-time)'],
  ]);
});

test('compares what stands under the keys of a map, and never which keys there are', () => {
  const map = (inMap: Shape): Answers =>
    at('getPet 200', objectOf({ totals: { type: ['object'], additionalProperties: inMap } }));
  const fields = at('getPet 200', objectOf({ totals: objectOf({ marta: integer }) }));
  expect(differencesOf(map(integer), fields)).toEqual([]);
  expect(differencesOf(map(integer), map(integer))).toEqual([]);
  expect(differencesOf(map(integer), map(text))).toEqual([['field', 'getPet 200 /totals/*', 'integer', 'string']]);
});

test('one answer is too few to miss a field in it', () => {
  const left = at('sendMessage 200', objectOf({ id: text }), 1);
  const right = at('sendMessage 200', objectOf({ id: text, trace: text }), 9);
  expect(differencesOf(left, right)).toEqual([]);
  expect(compare(left, right)).toContainEqual(
    expect.objectContaining({
      is: 'uncompared',
      id: 'sendMessage 200 /trace',
      why: expect.stringContaining('too few'),
    }),
  );
});

test('one list is enough: it is a sample by itself', () => {
  const left = at('listInventory 200', arrayOf(objectOf(item)), 1);
  const right = at('listInventory 200', arrayOf(objectOf({ ...item, updatedAt: moment })), 1);
  expect(differencesOf(left, right)).toHaveLength(1);
});

test('a field that is missing at times is no difference while few answers were seen', () => {
  const always = objectOf({ id: text, note: text });
  const atTimes = objectOf({ id: text, note: text }, ['note']);
  const never = objectOf({ id: text });
  const both = (count: number, left: Shape, right: Shape) =>
    differencesOf(at('sendMessage 200', left, count), at('sendMessage 200', right, count)).map(([, id]) => id);
  expect(both(19, always, atTimes)).toEqual([]);
  expect(both(19, never, atTimes)).toEqual([]);
  expect(both(20, always, atTimes)).toEqual(['sendMessage 200 /note']);
  expect(both(20, never, atTimes)).toEqual(['sendMessage 200 /note']);
});

test('a field of records that is missing at times is never a difference: another store holds other records', () => {
  const left = at('listInventory 200', arrayOf(objectOf({ ...item, note: text }, ['note'])), 500);
  expect(differencesOf(left, at('listInventory 200', arrayOf(objectOf(item)), 500))).toEqual([]);
});

test.each<[string, Shape, Shape]>([
  ['a number that was whole each time', integer, { type: ['number'] }],
  ['a field that was null at times', text, { type: ['string', 'null'] }],
  ['a field that was only ever null', text, { type: ['null'] }],
  ['a text that looked like an address each time', text, { type: ['string'], format: 'uri' }],
  ['a list that was empty each time', arrayOf(text), { type: ['array'] }],
])('%s is no difference', (_, one, other) => {
  const [left, right] = [one, other].map((value) => at('sendMessage 200', objectOf({ value })));
  expect(differencesOf(left as Answers, right as Answers)).toEqual([]);
  expect(differencesOf(right as Answers, left as Answers)).toEqual([]);
});

test.each<[string, Shape, Shape, string]>([
  ['another type', integer, text, '/value'],
  ['another form', { type: ['string'], format: 'uuid' }, text, '/value'],
  ['another date', moment, { type: ['string'], format: 'date' }, '/value'],
  ['another type in a list', arrayOf(integer), arrayOf(text), '/value/items'],
  ['another type in an object', objectOf({ a: integer }), objectOf({ a: text }), '/value/a'],
])('%s is a difference, told once', (_, one, other, pointer) => {
  const [left, right] = [one, other].map((value) => at('sendMessage 200', objectOf({ value })));
  expect(differencesOf(left as Answers, right as Answers).map(([, id]) => id)).toEqual([`sendMessage 200 ${pointer}`]);
});

test('a field of all errors is told once, and each of them is evidence for it', () => {
  const errors = (schema: Shape) => ({
    ...at('listInventory 401', schema, 1),
    ...at('updateInventory 404', schema, 1),
    ...at('other 404', schema, 1),
  });
  const error = { code: text, message: text, status: integer };
  const traced = errors(objectOf({ ...error, traceId: text }));
  expect(differencesOf(errors(objectOf(error)), traced)).toEqual([['field', 'errors /traceId', 'not there', 'string']]);
});

test('a field that is gone from all errors is told once, whatever it was in each', () => {
  const error = { code: text, message: text, status: integer };
  const errors = (...[one, other, third]: Record<string, Shape>[]) => ({
    ...at('listInventory 401', objectOf({ ...error, ...one })),
    ...at('updateInventory 404', objectOf({ ...error, ...other })),
    ...at('other 404', objectOf({ ...error, ...third })),
  });
  const left = errors({ petId: text }, { petId: integer }, { petId: text });
  expect(differencesOf(left, errors())).toEqual([['field', 'errors /petId', 'string or integer', 'not there']]);
});

test('a field of some errors is told for each of them', () => {
  const error = { code: text, message: text, status: integer };
  const traced = objectOf({ ...error, traceId: text });
  const left = {
    ...at('listInventory 401', objectOf(error)),
    ...at('updateInventory 404', objectOf(error)),
    ...at('updateInventory 400', objectOf(error)),
  };
  const right = { ...left, ...at('listInventory 401', traced), ...at('updateInventory 400', traced) };
  expect(differencesOf(left, right).map(([, id]) => id)).toEqual([
    'listInventory 401 /traceId',
    'updateInventory 400 /traceId',
  ]);
});

test('names like those of Object are fields like any other', () => {
  const left = at('sendMessage 200', objectOf({ id: text }));
  const right = at('sendMessage 200', objectOf({ id: text, constructor: text, 'a/b~c': text }));
  expect(differencesOf(left, right).map(([, id]) => id)).toEqual([
    'sendMessage 200 /a~1b~0c',
    'sendMessage 200 /constructor',
  ]);
});

test('tells another kind of body, and nothing more of it', () => {
  const left = at('other 404', objectOf({ code: text }));
  const html: Answers = {
    'other 404': { ...jsonAnswers(text), body: { kind: 'other' }, headers: [constant('Content-Type', 'text/html')] },
  } as Answers;
  expect(differencesOf(left, html)).toEqual([['response', 'other 404', 'JSON: object', 'a body that is no JSON']]);
});

test('a place that only one side saw is no difference', () => {
  const left = at('updateInventory 400', objectOf({ code: text }));
  const right = at('updateInventory 404', objectOf({ code: text }));
  expect(compare(left, right).map(({ is, id }) => [is, id])).toEqual([
    ['uncompared', 'updateInventory 400'],
    ['uncompared', 'updateInventory 404'],
  ]);
});

test('what an open question told of pets is not told again', () => {
  const left = at('getPet 200', objectOf({ id: integer }));
  const right = at('getPet 200', objectOf({ id: text }));
  const told = [different('question', 'pet-shape', '/id: integer', '/id: string')];
  expect(differencesOf(left, right, told)).toEqual([]);
  expect(differencesOf(left, right)).toHaveLength(1);
});

test('what a rule told of documented fields is not told again, of others it is', () => {
  const error = { code: text, message: text };
  const left = at('listInventory 401', objectOf({ ...error, status: integer }));
  const right = at('listInventory 401', objectOf({ ...error, hint: text }));
  const told = [different('rule', 'errors/shape', 'kept', 'violated')];
  expect(differencesOf(left, right, told).map(([, id]) => id)).toEqual(['listInventory 401 /hint']);
  expect(differencesOf(left, right)).toHaveLength(2);
});

function constant(name: string, value: string): LearnedHeader {
  return { name, kind: 'constant', value };
}

const withHeaders = (place: Place, headers: readonly LearnedHeader[], count = 6): Answers =>
  ({ [place]: { ...jsonAnswers(objectOf({ id: text })), headers, count } }) as Answers;

test('tells a header that one side has alone, another value and another kind', () => {
  const left = withHeaders('sendMessage 200', [
    constant('Server', 'nginx'),
    { name: 'X-Request-Id', kind: 'uuid', value: '3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5b' },
  ]);
  const right = withHeaders('sendMessage 200', [
    constant('server', 'caddy'),
    { name: 'X-Request-Id', kind: 'integer', value: '123' },
    constant('X-Region', 'eu'),
  ]);
  expect(differencesOf(left, right)).toEqual([
    ['header', 'sendMessage 200 Server', 'nginx', 'caddy'],
    ['header', 'sendMessage 200 X-Region', 'not there', 'eu'],
    ['header', 'sendMessage 200 X-Request-Id', 'a UUID', 'an integer'],
  ]);
});

test('a header that changes alike on both sides is no difference', () => {
  const left = withHeaders('sendMessage 200', [{ name: 'X-Took', kind: 'integer', value: '12' }]);
  const right = withHeaders('sendMessage 200', [{ name: 'x-took', kind: 'integer', value: '98' }]);
  expect(differencesOf(left, right)).toEqual([]);
});

test('few answers show neither that a header never changes nor that it is always there', () => {
  const left = withHeaders('sendMessage 200', [constant('X-Took', '3')], 4);
  const right = withHeaders('sendMessage 200', [{ name: 'X-Took', kind: 'integer', value: '98' }], 4);
  expect(differencesOf(left, right)).toEqual([]);
  expect(differencesOf(withHeaders('other 404', [], 1), withHeaders('other 404', [constant('X-A', 'b')], 1))).toEqual(
    [],
  );
});

test('another content type than plain JSON is told', () => {
  const left = withHeaders('sendMessage 200', [constant('Content-Type', 'application/json; charset=utf-8')]);
  expect(differencesOf(left, withHeaders('sendMessage 200', []))).toEqual([
    ['header', 'sendMessage 200 Content-Type', 'application/json; charset=utf-8', 'application/json, or changing'],
  ]);
});

test('another content type of every body is told once, whatever has no body', () => {
  const responses = (headers: readonly LearnedHeader[]): Answers => ({
    ...withHeaders('listInventory 200', headers),
    ...withHeaders('listInventory 401', headers),
    ...({ 'other 204': jsonAnswers(text, { body: { kind: 'none' } }) } as Answers),
  });
  const typed = responses([constant('Content-Type', 'application/json; charset=utf-8')]);
  expect(differencesOf(responses([]), typed).map(([, id]) => id)).toEqual(['responses Content-Type']);
});

test('a header of every answer is told once', () => {
  const both = (headers: readonly LearnedHeader[]) => ({
    ...withHeaders('listInventory 200', headers),
    ...withHeaders('listInventory 401', headers),
  });
  expect(differencesOf(both([]), both([constant('X-Powered-By', 'PHP')]))).toEqual([
    ['header', 'responses X-Powered-By', 'not there', 'PHP'],
  ]);
});

test.each<[string, Place[], Place[]]>([
  ['sendMessage', ['sendMessage 200', 'sendMessage 400'], ['listInventory 200', 'listInventory 401']],
  ['401', ['sendMessage 401', 'listInventory 401'], ['listInventory 200', 'getPet 404']],
])('a header of every answer of %s is told once', (family, places, others) => {
  const responses = (value: string): Answers =>
    Object.fromEntries([
      ...places.map((place) => [place, jsonAnswers(text, { headers: [constant('X-Queue', value)] })]),
      ...others.map((place) => [place, jsonAnswers(text)]),
    ]) as Answers;
  expect(differencesOf(responses('v3'), responses('v4'))).toEqual([['header', `${family} X-Queue`, 'v3', 'v4']]);
});

test('bodies that were not recorded are not compared', () => {
  const left = at('listInventory 200', arrayOf(objectOf(item)));
  const right: Answers = { 'listInventory 200': { ...jsonAnswers(text), body: { kind: 'unknown' } } } as Answers;
  expect(compare(left, right)).toEqual([
    { is: 'uncompared', kind: 'response', id: 'listInventory 200', why: 'the bodies of the right were not recorded' },
  ]);
});

test('a header that comes and goes on one side counts only where it was seen, or not, often', () => {
  const set = [constant('X-Envoy', '3')];
  const both = (headers: readonly LearnedHeader[], count: number, atTimes: readonly string[] = []) => ({
    ...withHeaders('getPet 200', headers, count),
    'listInventory 200': { ...jsonAnswers(arrayOf(integer)), headersAtTimes: atTimes },
  });
  expect(differencesOf(both([], 4), both(set, 4))).toHaveLength(1);
  expect(differencesOf(both([], 4), both(set, 4, ['x-envoy']))).toEqual([]);
  expect(differencesOf(both([], 6), both(set, 6, ['x-envoy']))).toHaveLength(1);
});

test('a header that seems not to change on one side counts from twenty answers on', () => {
  const changing: LearnedHeader = { name: 'Server', kind: 'text', value: 'nginx' };
  const seen = (header: LearnedHeader, count: number) => withHeaders('getPet 200', [header], count);
  expect(differencesOf(seen(changing, 19), seen(constant('Server', 'nginx'), 19))).toEqual([]);
  expect(differencesOf(seen(changing, 20), seen(constant('Server', 'nginx'), 20))).toHaveLength(1);
});

const pet = objectOf({ id: integer });
const error = objectOf({ code: integer });

const deployment = (places: { readonly [At in Place]?: number }, source: Partial<Profile['source']> = {}, list = pet) =>
  blankProfile({
    source: { kind: 'run', ...source },
    responses: {
      'listInventory 200': jsonAnswers(arrayOf(list)),
      ...Object.fromEntries(
        Object.entries(places).map(([place, count = 1]) => [
          place,
          jsonAnswers(place === 'getPet 200' ? pet : error, { count }),
        ]),
      ),
    },
  });
const told = (left: Profile, right: Profile) =>
  compareResponses(left, right, []).flatMap((one) => (one.is === 'different' ? [[one.id, one.left, one.right]] : []));
const finding = deployment({ 'getPet 200': 4, 'getPet 404': 1 });

test('tells that no listed pet is found any longer, or that they are again', () => {
  const refusal = (status: number) => `${status}, whichever listed pet is asked for`;
  expect(told(finding, deployment({ 'getPet 404': 5 }))).toEqual([['getPet 200', 'the pet', refusal(404)]]);
  expect(told(deployment({ 'getPet 410': 5 }), finding)).toEqual([['getPet 200', refusal(410), 'the pet']]);
});

test.each<[string, Profile]>([
  ['was asked for one listed pet, which may have gone', deployment({ 'getPet 404': 2 })],
  ['was asked with wrong keys and ids', deployment({ 'getPet 401': 3, 'getPet 400': 3 })],
  ['broke down', deployment({ 'getPet 503': 5 })],
  ['was not asked to the end', deployment({ 'getPet 404': 5 }, { stopped: 'it was stopped' })],
  ['was recorded as somebody asked it', deployment({ 'getPet 404': 5 }, { kind: 'recording' })],
  [
    'lists no pet',
    { ...deployment({ 'getPet 404': 5 }), responses: { 'getPet 404': jsonAnswers(error, { count: 5 }) } },
  ],
  ['neither finds one', deployment({ 'getPet 404': 5 })],
])('tells nothing of a side that %s', (name, side) => {
  expect(told(name.startsWith('neither') ? side : finding, side)).toEqual([]);
});
