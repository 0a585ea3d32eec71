import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { type ReceivedBody, readBody } from './request-body.js';

const MIB = 1024 * 1024;

function read(stream: Readable, limit: number, declared = 0): Promise<ReceivedBody> {
  return new Promise((resolve) => readBody(stream, declared, limit, resolve));
}

test('joins the chunks of a body', async () => {
  const { bytes, rest } = await read(Readable.from([Buffer.from('{"a"'), Buffer.from(':1}')]), 100);
  expect(String(bytes)).toBe('{"a":1}');
  expect(rest).toBeUndefined();
});

test('returns no bytes for an empty body', async () => {
  expect(await read(Readable.from([]), 100)).toEqual({ bytes: Buffer.alloc(0) });
});

test('does not retain the chunk that a short body came in', async () => {
  const piece = Buffer.from(new ArrayBuffer(7));
  piece.write('{"a":1}');
  const { bytes } = await read(Readable.from([piece]), 100);
  expect(String(bytes)).toBe('{"a":1}');
  expect((bytes as Uint8Array).buffer === piece.buffer).toBe(false);
});

test('accepts a body of exactly the limit', async () => {
  expect((await read(Readable.from([Buffer.alloc(10)]), 10, 10)).bytes).toHaveLength(10);
});

test.each([
  ['is declared', 11],
  ['turns out', 0],
])('responds before the end of a body that %s to be too large, but reads it', async (_how, declared) => {
  const stream = new PassThrough();
  stream.write(Buffer.alloc(10));
  stream.write(Buffer.alloc(1));
  const { bytes, rest } = await read(stream, 10, declared);
  expect(bytes).toBe('too-large');
  stream.end(Buffer.alloc(MIB));
  await rest;
  expect(stream.readableEnded).toBe(true);
});

test('stops reading a body that does not end', async () => {
  const endless = new Readable({ read: () => endless.push(Buffer.alloc(MIB)) });
  const { bytes, rest } = await read(endless, 10);
  expect(bytes).toBe('too-large');
  await rest;
  expect(endless.isPaused()).toBe(true);
});

test('stops reading the rest when the client disconnects', async () => {
  const stream = new PassThrough();
  const { rest } = await read(stream, 10, 11);
  stream.destroy(new Error('aborted'));
  await rest;
});

test('does not call back when the client disconnects', async () => {
  const stream = new PassThrough();
  let calls = 0;
  readBody(stream, 0, 100, () => calls++);
  stream.write('half');
  stream.destroy(new Error('aborted'));
  await new Promise((resolve) => stream.once('close', resolve));
  expect(calls).toBe(0);
});
