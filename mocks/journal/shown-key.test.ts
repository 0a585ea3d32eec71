import { expect, test } from 'vitest';
import { misplacedKey, shownKey, showsNothing } from './shown-key.js';

const isOwn = (key: string) => key === 'test_free' || key === 'test_pro';
const entry = (authorizations: readonly string[], query?: string) => ({
  query,
  headers: [['accept', 'test_pro'] as const, ...authorizations.map((value) => ['authorization', value] as const)],
});

test.each([
  ['a bearer token', ['Bearer test_free'], 'test_free'],
  ['one that nobody knows', ['bearer  nobody'], 'nobody'],
  ['the same one twice', ['Bearer test_free', 'Bearer test_free'], 'test_free'],
  ['a name in Basic', [`Basic ${btoa('test_free:x')}`], 'test_free'],
  ['a password in Basic', [`Basic ${btoa('x:test_pro')}`], 'test_pro'],
  ['a key as it is in Basic', ['Basic test_free'], 'test_free'],
])('%s is shown in the header', (_, authorizations, key) => {
  expect(shownKey(entry(authorizations), isOwn)).toBe(key);
});

test.each([
  ['no header', []],
  ['an empty header', [' ']],
  ['a scheme alone', ['Bearer ']],
  ['two keys', ['Bearer test_free', 'Bearer test_pro']],
  ['a stranger in Basic', [`Basic ${btoa('x:y')}`]],
  ['another scheme', ['Digest test_free']],
])('%s shows no key', (_, authorizations) => {
  expect(shownKey(entry(authorizations), isOwn)).toBeUndefined();
});

test('a key of the fake in the query shows where there is no header', () => {
  expect(misplacedKey(entry([], '?a=1&api_key=test%5Ffree'), isOwn)).toEqual({ key: 'test_free', where: 'query' });
  expect(misplacedKey(entry([''], '?a=test_pro'), isOwn)).toEqual({ key: 'test_pro', where: 'query' });
  expect(misplacedKey(entry([], '?a=nobody'), isOwn)).toBeUndefined();
  expect(shownKey(entry(['Basic x'], '?a=test_pro'), isOwn)).toBeUndefined();
  expect(shownKey(entry(['Bearer nobody'], '?a=test_pro'), isOwn)).toBe('nobody');
});

test('nothing is shown where every header is empty', () => {
  expect([[], [' ', ''], ['x']].map((values) => showsNothing(entry(values)))).toEqual([true, true, false]);
});
