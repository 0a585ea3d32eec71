import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type ReceivedBody, readBody } from './read-body.js';

const MIB = 1024 * 1024;

function read(stream: Readable, limit: number): Promise<ReceivedBody> {
  return new Promise((resolve) => readBody(stream, limit, resolve));
}

test('joins the pieces of a body', async () => {
  const { bytes, isComplete } = await read(Readable.from([Buffer.from('{"a"'), Buffer.from(':1}')]), 100);
  expect(String(bytes)).toBe('{"a":1}');
  expect(isComplete).toBe(true);
});

test('answers no bytes for an empty body', async () => {
  expect(await read(Readable.from([]), 100)).toEqual({ bytes: new Uint8Array(0), isComplete: true });
});

test('takes a body of just the limit and hears a larger one out', async () => {
  expect((await read(Readable.from([Buffer.alloc(10)]), 10)).bytes).toHaveLength(10);
  expect(await read(Readable.from([Buffer.alloc(10), Buffer.alloc(1)]), 10)).toEqual({
    bytes: 'too-large',
    isComplete: true,
  });
});

test('stops listening to a body that does not end', async () => {
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(MIB)) });
  expect(await read(endless, 10)).toEqual({ bytes: 'too-large', isComplete: false });
  expect(endless.isPaused()).toBe(true);
});

test('does not call back when the sender goes away', async () => {
  const stream = new PassThrough();
  let calls = 0;
  readBody(stream, 100, () => calls++);
  stream.write('half');
  stream.destroy(new Error('aborted'));
  await new Promise((resolve) => stream.once('close', resolve));
  expect(calls).toBe(0);
});
