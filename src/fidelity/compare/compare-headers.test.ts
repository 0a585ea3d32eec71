import { expect, test } from 'vitest';
import { answering, arrayOf, blankProfile, jsonAnswers } from '../../../tests/profile-for-tests.js';
import type { LearnedHeader, Place, Profile } from '../profile/profile.js';
import { compareHeaders } from './compare-headers.js';

const constant = (name: string, value: string): LearnedHeader => ({ name, kind: 'constant', value });
const unkept = (name: string): LearnedHeader => ({ name, kind: 'constant', value: 'xxxx', isMadeUp: true });
const caching = (value: string) => constant('Cache-Control', value);
const list = arrayOf({ type: ['integer'] });

function having(places: { readonly [At in Place]?: readonly LearnedHeader[] }, told: Partial<Profile> = {}): Profile {
  const responses = Object.entries(places).map(([place, headers = []]) => [
    place,
    jsonAnswers(list, { headers, count: 20 }),
  ]);
  return blankProfile({ ...told, responses: Object.fromEntries(responses) });
}

const told = (left: Profile, right: Profile, place: Place = 'getPet 200') =>
  compareHeaders(place, left, right).map(({ member, left: one, right: other, atLeast }) => [
    member,
    one,
    other,
    atLeast,
  ]);

test('what each kind of answer says of caching is compared place by place', () => {
  const left = having({ 'getPet 200': [caching('private, max-age=0')], 'getPet 404': [] });
  const right = having({ 'getPet 200': [caching('public, max-age=3600')], 'getPet 404': [] });
  expect(told(left, right)).toEqual([['Cache-Control', 'private, max-age=0', 'public, max-age=3600', 2]]);
  expect(told(left, right, 'getPet 404')).toEqual([]);
});

test('one Cache-Control for all answers is compared with one for each kind', () => {
  const places = { 'getPet 200': [], 'getPet 404': [], 'getPet 429': [] };
  const once = having(places, { questions: answering({ 'cache-control': 'private' }) });
  const each = having({ ...places, 'getPet 200': [caching('private')] });
  expect(told(once, each)[0]?.at(-1)).toBeUndefined();
  expect(told(once, each, 'getPet 404')).toEqual([['Cache-Control', 'private', 'not there', 2]]);
  expect(told(once, each, 'getPet 429')).toEqual([]);
});

test('a Cache-Control that the open question tells of is not told again, nor one of which one side says nothing', () => {
  const places = { 'getPet 200': [] };
  const responded = (value: string) => having(places, { questions: answering({ 'cache-control': value }) });
  expect(told(responded('private'), responded('public'))).toEqual([]);
  expect(told(having(places), having({ 'getPet 200': [caching('private')] }))).toEqual([]);
});

test('of a list the order says nothing', () => {
  const at = (value: string) => having({ 'getPet 200': [constant('Vary', value)] });
  expect(told(at('Origin, Cookie'), at('cookie,origin'))[0]?.at(-1)).toBeUndefined();
  expect(told(at('Origin'), at('Cookie'))[0]?.at(-1)).toBe(2);
});

test('Vary is compared only between what the suite asked', () => {
  const asked = having({ 'getPet 200': [constant('Vary', 'Origin')] });
  const recording = having({ 'getPet 200': [] }, { source: { ...asked.source, kind: 'recording', level: null } });
  expect(told(asked, recording)).toEqual([]);
});

test('of values that were not kept it is told when one begins to change', () => {
  const at = (header: LearnedHeader) => having({ 'getPet 200': [header] });
  const changing: LearnedHeader = { name: 'X-Tier', kind: 'text', value: 'xxxx' };
  expect(told(at(unkept('X-Tier')), at({ ...unkept('X-Tier'), value: 'xxxxxx' }))[0]?.at(-1)).toBeUndefined();
  expect(told(at(unkept('X-Tier')), at(changing))).toEqual([['X-Tier', 'always the same text', 'a changing text', 20]]);
});

test('a header that a browser may have hidden is not missing', () => {
  const asked = having({ 'getPet 200': [constant('X-Region', 'eu')] });
  const page = blankProfile({ responses: { 'getPet 200': jsonAnswers(list, { count: 20, mayHideHeaders: true }) } });
  expect(told(asked, page)).toEqual([]);
  expect(told(page, asked)).toEqual([]);
  expect(told(asked, having({ 'getPet 200': [] }))).toHaveLength(1);
});
