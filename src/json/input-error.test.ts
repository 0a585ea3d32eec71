import { expect, test } from 'vitest';
import { assertNotPromise, checkedFields, InputError, requireText } from './input-error.js';

test('the message has the action, the problem and the suggested fix', () => {
  const { name, message } = new InputError('Opening the fake', 'there is no option pet', 'Try { pets: 10 }.');
  expect(`${name}: ${message}`).toBe('InputError: Opening the fake: there is no option pet. Try { pets: 10 }.');
});

test('stays in one line without control characters, whatever it quotes', () => {
  const { message } = new InputError('Reading a\nb', 'it is \u001b[31m', 'Try\u2028c.');
  expect(message).toBe('Reading a\\u000ab: it is \\u001b[31m. Try\\u2028c.');
});

test('the message is a sentence if the suggested fix is JavaScript', () => {
  const error = new InputError('Banning a key', 'there is none such', 'Try keys.mint().', 'Mint one.');
  expect(error.message).toBe('Banning a key: there is none such. Try keys.mint().');
  expect(error.inWords).toBe('Banning a key: there is none such. Mint one.');
  expect(new InputError('Reading', 'it is empty', 'Try 1.').inWords).toBe('Reading: it is empty. Try 1.');
});

const check = (value: unknown) => checkedFields('Trying', 'the options', value, ['plan', 'for'], "{ plan: 'free' }");

test('returns the given fields, without undefined ones', () => {
  expect(check({ plan: 'pro', for: undefined })).toEqual({ plan: 'pro' });
  expect(check({})).toEqual({});
});

test.each([null, undefined, 5, 'pro', ['pro']])('%j is not an object, and the error shows an example', (value) => {
  expect(() => check(value)).toThrow("Trying: the options should be an object. Try { plan: 'free' }.");
});

test('an unknown field is rejected but not quoted: it may be a key', () => {
  expect(() => check({ s3cr3t: 'pro' })).toThrow('Trying: there is no such field in the options. Fields: plan, for.');
  expect(() => check({ toString: 1 })).toThrow(InputError);
});

test('promises are reported as such', () => {
  expect(() => check(Promise.resolve({}))).toThrow('the options object is a promise');
  expect(() => check({ plan: Promise.resolve('pro') })).toThrow(
    'Trying: the plan is a promise. Write await before it.',
  );
});

test('a similar field is suggested', () => {
  expect(() => check({ plans: 'pro' })).toThrow("Did you mean 'plan'? Fields: plan, for.");
});

// biome-ignore lint/suspicious/noThenProperty: a thenable of another library is what is tried.
test.each([Promise.resolve('test_free'), { then: () => {} }])('a value that must be awaited is rejected', (value) => {
  expect(() => assertNotPromise('Banning a key', 'the key', value)).toThrow(
    'Banning a key: the key is a promise. Write await before it.',
  );
});

test.each([undefined, null, 5, 'then', {}, [], () => {}])('%j is not a promise', (value) => {
  expect(() => assertNotPromise('Banning a key', 'the key', value)).not.toThrow();
});

test('a rejected promise may fail later without effect', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  expect(() => assertNotPromise('Banning a key', 'the key', Promise.reject(new Error('no such account')))).toThrow(
    'the key is a promise',
  );
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

test('a string is accepted, even an empty one', () => {
  expect(() => requireText('Reading x.har', '')).not.toThrow();
});

test.each([
  [undefined, 'undefined stands where the text should'],
  [{ log: {} }, 'an object stands where the text should'],
  [new Uint8Array(2), 'an object stands where the text should'],
  [Promise.resolve('{}'), 'the text is a promise. Write await before it.'],
])('%o is rejected, and the error shows how to get a string', (text, problem) => {
  expect(() => requireText('Reading x.har', text)).toThrow(`Reading x.har: ${problem}`);
});
