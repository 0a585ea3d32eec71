import { expect, test } from 'vitest';
import { brokenStream } from './broken-stream.js';

test('it gives its bytes and then breaks', async () => {
  const reader = brokenStream(new Uint8Array([1, 2])).getReader();
  expect((await reader.read()).value).toEqual(new Uint8Array([1, 2]));
  await expect(reader.read()).rejects.toThrow('The connection broke halfway through the body');
});

test('one that nobody reads breaks nothing', async () => {
  const stream = brokenStream(new Uint8Array([1]));
  await expect(stream.cancel()).resolves.toBeUndefined();
});
