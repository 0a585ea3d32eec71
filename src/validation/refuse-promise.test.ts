import { expect, test } from 'vitest';
import { refusePromise } from './refuse-promise.js';

// biome-ignore lint/suspicious/noThenProperty: a thenable of another library is what is tried.
test.each([Promise.resolve('test_free'), { then: () => {} }])('what has still to be waited for is refused', (value) => {
  expect(() => refusePromise('Banning a key', 'the key', value)).toThrow(
    'Banning a key: the key is a promise. Write await before it.',
  );
});

test.each([undefined, null, 5, 'then', {}, [], () => {}])('%j is no promise', (value) => {
  expect(() => refusePromise('Banning a key', 'the key', value)).not.toThrow();
});

test('a promise that was refused may fail later, and nothing happens', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  expect(() => refusePromise('Banning a key', 'the key', Promise.reject(new Error('no such account')))).toThrow(
    'the key is a promise',
  );
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
