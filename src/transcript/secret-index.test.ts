import { expect, it } from 'vitest';
import { createSecretIndex } from './secret-index.js';

/** An index of so many secrets that not all of them are sought one by one, and of those that are given. */
function indexOf(...secrets: readonly string[]) {
  const index = createSecretIndex<string>();
  for (let other = 0; other < 40; other++)
    index.add(`other-${other}-secret-${other}`, [`other-${other}-secret-${other}`]);
  for (const secret of secrets) index.add(secret, [secret]);
  return index;
}

it('finds the secrets that may stand in a text, in the order in which they were added', () => {
  const index = indexOf('sk_live_b', 'sk_live_a');
  expect(index.candidatesIn('x sk_live_a sk_live_b other-7-secret-7 y')).toEqual([
    'other-7-secret-7',
    'sk_live_b',
    'sk_live_a',
  ]);
  expect(index.candidatesIn('nothing of the kind')).toEqual([]);
  expect(index.candidatesIn('')).toEqual([]);
});

it.each([
  ['deadbeef', 'x=DEADBEEF'],
  ['a+b/c+d/', 'x=a-b_c-d_'],
  ['two words', 'x=two+words'],
])('%j may stand in %j', (secret, text) => {
  expect(indexOf(secret).candidatesIn(text)).toEqual([secret]);
});

it('takes short secrets for possible everywhere', () => {
  expect(indexOf('a1', 'longer-one').candidatesIn('zzz')).toEqual(['a1']);
});

it('answers one that has many forms once', () => {
  const index = indexOf();
  index.add('key', ['first-form', 'second-form', 'ab', 'cd']);
  expect(index.candidatesIn('second-form first-form')).toEqual(['key']);
  expect(index.candidatesIn('zzz')).toEqual(['key']);
});

it('seeks every one of a few', () => {
  const index = createSecretIndex<string>();
  index.add('one-secret', ['one-secret']);
  expect(index.candidatesIn('zzz')).toEqual(['one-secret']);
});
