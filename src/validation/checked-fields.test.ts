import { expect, test } from 'vitest';
import { checkedFields } from './checked-fields.js';
import { InputError } from './input-error.js';

const check = (value: unknown) => checkedFields('Trying', 'the options', value, ['plan', 'for'], "{ plan: 'free' }");

test('the fields that are given are answered, and those that are undefined are not given', () => {
  expect(check({ plan: 'pro', for: undefined })).toEqual({ plan: 'pro' });
  expect(check({})).toEqual({});
});

test.each([null, undefined, 5, 'pro', ['pro']])('%j is no object, and the error shows one', (value) => {
  expect(() => check(value)).toThrow("Trying: the options should be an object. Try { plan: 'free' }.");
});

test('a field that there is not is refused, and not quoted: it may be a key', () => {
  expect(() => check({ s3cr3t: 'pro' })).toThrow('Trying: there is no such field in the options. Fields: plan, for.');
  expect(() => check({ toString: 1 })).toThrow(InputError);
});

test('promises are told apart from what is wrong', () => {
  expect(() => check(Promise.resolve({}))).toThrow('the options object is a promise');
  expect(() => check({ plan: Promise.resolve('pro') })).toThrow(
    'Trying: the plan is a promise. Write await before it.',
  );
});

test('a field that is nearly one is guessed', () => {
  expect(() => check({ plans: 'pro' })).toThrow("Did you mean 'plan'? Fields: plan, for.");
});
