import { expect, test } from 'vitest';
import {
  arrayOf,
  blankProfile,
  integer,
  jsonResponses,
  moment,
  objectOf,
  text,
} from '../../../tests/profile-for-tests.js';
import type { LearnedHeader, LearnedResponses, Place, Profile, Shape } from '../profile/profile.js';
import { compareProfiles } from './compare-profiles.js';

type Responses = Readonly<Record<Place, LearnedResponses>>;

const compare = (left: Profile, right: Profile) =>
  compareProfiles({ name: 'left', profile: left }, { name: 'right', profile: right });

/** Paths below `response`, with what each side has. */
function differencesOf(left: Responses, right: Responses) {
  const { differences } = compare(blankProfile({ responses: left }), blankProfile({ responses: right }));
  return differences.map((one) => [one.path.replace(/^response\//, ''), one.left, one.right]);
}

const at = (place: Place, schema: Shape, count = 4): Responses =>
  ({ [place]: jsonResponses(schema, { count }) }) as Responses;
const item = { petId: integer, quantity: integer };

test('reports a field that one side always has and the other never', () => {
  const left = at('listInventory 200', arrayOf(objectOf(item)));
  const right = at('listInventory 200', arrayOf(objectOf({ ...item, updatedAt: moment })));
  expect(differencesOf(left, right)).toEqual([
    ['listInventory/200/field/items/updatedAt', 'not there', 'string (date-time)'],
  ]);
});

test('compares the values of a map, but not its keys', () => {
  const map = (inMap: Shape): Responses =>
    at('other 200', objectOf({ totals: { type: ['object'], additionalProperties: inMap } }));
  const fields = at('other 200', objectOf({ totals: objectOf({ marta: integer }) }));
  expect(differencesOf(map(integer), fields)).toEqual([]);
  expect(differencesOf(map(integer), map(integer))).toEqual([]);
  expect(differencesOf(map(integer), map(text))).toEqual([['other/200/field/totals/*', 'integer', 'string']]);
});

test('one response is too few to report a missing field', () => {
  const left = at('sendMessage 200', objectOf({ id: text }), 1);
  const right = at('sendMessage 200', objectOf({ id: text, trace: text }), 9);
  expect(differencesOf(left, right)).toEqual([]);
});

test('one list is enough: it is a sample', () => {
  const left = at('listInventory 200', arrayOf(objectOf(item)), 1);
  const right = at('listInventory 200', arrayOf(objectOf({ ...item, updatedAt: moment })), 1);
  expect(differencesOf(left, right)).toHaveLength(1);
});

test('an optional field is not a difference after few responses', () => {
  const always = objectOf({ id: text, note: text });
  const atTimes = objectOf({ id: text, note: text }, ['note']);
  const never = objectOf({ id: text });
  const both = (count: number, left: Shape, right: Shape) =>
    differencesOf(at('sendMessage 200', left, count), at('sendMessage 200', right, count)).map(([path]) => path);
  expect(both(19, always, atTimes)).toEqual([]);
  expect(both(19, never, atTimes)).toEqual([]);
  expect(both(20, always, atTimes)).toEqual(['sendMessage/200/field/note']);
  expect(both(20, never, atTimes)).toEqual(['sendMessage/200/field/note']);
});

test('an optional field of records is never a difference: another store has other records', () => {
  const left = at('listInventory 200', arrayOf(objectOf({ ...item, note: text }, ['note'])), 500);
  expect(differencesOf(left, at('listInventory 200', arrayOf(objectOf(item)), 500))).toEqual([]);
});

test.each<[string, Shape, Shape]>([
  ['a number that was whole each time', integer, { type: ['number'] }],
  ['a field that was null at times', text, { type: ['string', 'null'] }],
  ['a field that was only ever null', text, { type: ['null'] }],
  ['a text that looked like an address each time', text, { type: ['string'], format: 'uri' }],
  ['a list that was empty each time', arrayOf(text), { type: ['array'] }],
])('%s is not a difference', (_, one, other) => {
  const [left, right] = [one, other].map((value) => at('sendMessage 200', objectOf({ value })));
  expect(differencesOf(left as Responses, right as Responses)).toEqual([]);
  expect(differencesOf(right as Responses, left as Responses)).toEqual([]);
});

test.each<[string, Shape, Shape, string]>([
  ['another type', integer, text, '/value'],
  ['another form', { type: ['string'], format: 'uuid' }, text, '/value'],
  ['another date', moment, { type: ['string'], format: 'date' }, '/value'],
  ['another type in a list', arrayOf(integer), arrayOf(text), '/value/items'],
  ['another type in an object', objectOf({ a: integer }), objectOf({ a: text }), '/value/a'],
])('%s is one difference', (_, one, other, pointer) => {
  const [left, right] = [one, other].map((value) => at('sendMessage 200', objectOf({ value })));
  expect(differencesOf(left as Responses, right as Responses).map(([path]) => path)).toEqual([
    `sendMessage/200/field${pointer}`,
  ]);
});

test('a field of some errors is reported for each of them', () => {
  const error = { code: text, message: text, status: integer };
  const traced = objectOf({ ...error, traceId: text });
  const left = {
    ...at('listInventory 401', objectOf(error)),
    ...at('updateInventory 404', objectOf(error)),
    ...at('updateInventory 400', objectOf(error)),
  };
  const right = { ...left, ...at('listInventory 401', traced), ...at('updateInventory 400', traced) };
  expect(differencesOf(left, right).map(([path]) => path)).toEqual([
    'listInventory/401/field/traceId',
    'updateInventory/400/field/traceId',
  ]);
});

test('names such as those of Object are ordinary fields', () => {
  const left = at('sendMessage 200', objectOf({ id: text }));
  const right = at('sendMessage 200', objectOf({ id: text, constructor: text, 'a/b~c': text }));
  expect(differencesOf(left, right).map(([path]) => path)).toEqual([
    'sendMessage/200/field/constructor',
    'sendMessage/200/field/a~1b~0c',
  ]);
});

test('reports another kind of body', () => {
  const left = at('other 404', objectOf({ code: text }));
  const html: Responses = {
    'other 404': { ...jsonResponses(text), body: { kind: 'other' }, headers: [constant('Content-Type', 'text/html')] },
  } as Responses;
  expect(differencesOf(left, html)).toEqual([
    ['other/404/body', 'JSON: object', 'a body that is not JSON'],
    ['other/404/header/content-type', 'application/json, or changing', 'text/html'],
  ]);
});

test('a response that only one side returned is not a difference', () => {
  const left = at('updateInventory 400', objectOf({ code: text }));
  const right = at('updateInventory 404', objectOf({ code: text }));
  expect(differencesOf(left, right)).toEqual([]);
});

function constant(name: string, value: string): LearnedHeader {
  return { name, kind: 'constant', value };
}

const withHeaders = (place: Place, headers: readonly LearnedHeader[], count = 6): Responses =>
  ({ [place]: { ...jsonResponses(objectOf({ id: text })), headers, count } }) as Responses;

test('reports a header that only one side has, another value and another kind', () => {
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
    ['sendMessage/200/header/server', 'nginx', 'caddy'],
    ['sendMessage/200/header/x-request-id', 'a UUID', 'an integer'],
    ['sendMessage/200/header/x-region', 'not there', 'eu'],
  ]);
});

test('a header that changes in the same way on both sides is not a difference', () => {
  const left = withHeaders('sendMessage 200', [{ name: 'X-Took', kind: 'integer', value: '12' }]);
  const right = withHeaders('sendMessage 200', [{ name: 'x-took', kind: 'integer', value: '98' }]);
  expect(differencesOf(left, right)).toEqual([]);
});

test('few responses show neither that a header never changes nor that it is always present', () => {
  const left = withHeaders('sendMessage 200', [constant('X-Took', '3')], 4);
  const right = withHeaders('sendMessage 200', [{ name: 'X-Took', kind: 'integer', value: '98' }], 4);
  expect(differencesOf(left, right)).toEqual([]);
  expect(differencesOf(withHeaders('other 404', [], 1), withHeaders('other 404', [constant('X-A', 'b')], 1))).toEqual(
    [],
  );
});

test('another content type than plain JSON is reported', () => {
  const left = withHeaders('sendMessage 200', [constant('Content-Type', 'application/json; charset=utf-8')]);
  expect(differencesOf(left, withHeaders('sendMessage 200', []))).toEqual([
    ['sendMessage/200/header/content-type', 'application/json; charset=utf-8', 'application/json, or changing'],
  ]);
});

test('bodies that were not recorded are not compared', () => {
  const left = at('listInventory 200', arrayOf(objectOf(item)));
  const right: Responses = { 'listInventory 200': { ...jsonResponses(text), body: { kind: 'unknown' } } } as Responses;
  expect(differencesOf(left, right)).toEqual([]);
});

test('an optional header counts only if it was often present, or often absent', () => {
  const set = [constant('X-Envoy', '3')];
  const both = (headers: readonly LearnedHeader[], count: number, atTimes: readonly string[] = []) => ({
    ...withHeaders('getPet 200', headers, count),
    'listInventory 200': { ...jsonResponses(arrayOf(integer)), headersAtTimes: atTimes },
  });
  expect(differencesOf(both([], 4), both(set, 4))).toHaveLength(1);
  expect(differencesOf(both([], 4), both(set, 4, ['x-envoy']))).toEqual([]);
  expect(differencesOf(both([], 6), both(set, 6, ['x-envoy']))).toHaveLength(1);
});

test('a header that seems constant on one side counts from twenty responses on', () => {
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
      'listInventory 200': jsonResponses(arrayOf(list)),
      ...Object.fromEntries(
        Object.entries(places).map(([place, count = 1]) => [
          place,
          jsonResponses(place === 'getPet 200' ? pet : error, { count }),
        ]),
      ),
    },
  });
const told = (left: Profile, right: Profile) =>
  compare(left, right).differences.map((one) => [one.path, one.left, one.right]);
const finding = deployment({ 'getPet 200': 4, 'getPet 404': 1 });

test('reports that listed pets are no longer found, or found again', () => {
  const refusal = (status: number) => `${status} for every listed id`;
  expect(told(finding, deployment({ 'getPet 404': 5 }))).toEqual([
    ['response/getPet/200/found', 'found', refusal(404)],
  ]);
  expect(told(deployment({ 'getPet 410': 5 }), finding)).toEqual([
    ['response/getPet/200/found', refusal(410), 'found'],
  ]);
});

test.each<[string, Profile]>([
  ['looked up only one listed pet, which may be gone', deployment({ 'getPet 404': 2 })],
  ['sent invalid keys and ids', deployment({ 'getPet 401': 3, 'getPet 400': 3 })],
  ['broke down', deployment({ 'getPet 503': 5 })],
  ['was interrupted', deployment({ 'getPet 404': 5 }, { stopped: 'it was stopped' })],
  ['is a recording of other clients', deployment({ 'getPet 404': 5 }, { kind: 'recording' })],
  [
    'lists no pet',
    { ...deployment({ 'getPet 404': 5 }), responses: { 'getPet 404': jsonResponses(error, { count: 5 }) } },
  ],
  ['neither finds one', deployment({ 'getPet 404': 5 })],
])('reports nothing about a side that %s', (name, side) => {
  expect(told(name.startsWith('neither') ? side : finding, side)).toEqual([]);
});
