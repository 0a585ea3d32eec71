import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody } from './decode-body.js';

const decode = async (pieces: Iterable<Uint8Array>, coding?: string, maxBytes = 2 ** 20) => {
  const rules = { coding, maxBytes, explainCut: (error: unknown) => `cut: ${String(error)}` };
  const { bytes, ...rest } = await decodeBody(Readable.from(pieces), rules);
  return { bytes: Buffer.from(bytes), ...rest };
};
const hello = Buffer.from('hello');
const whole = { bytes: hello, incomplete: undefined };

test.each([
  [undefined, hello],
  ['identity', hello],
  ['gzip', gzipSync(hello)],
  ['X-GZIP', gzipSync(hello)],
  ['deflate', deflateSync(hello)],
  ['br', brotliCompressSync(hello)],
  ['gzip, br', brotliCompressSync(gzipSync(hello))],
])('decodes %j', async (coding, bytes) => {
  expect(await decode([bytes], coding)).toEqual(whole);
});

test('treats an empty body as complete, whatever its coding', async () => {
  expect(await decode([], 'gzip, br')).toEqual({ bytes: Buffer.alloc(0), incomplete: undefined });
});

test.each([
  ['gzip', Buffer.from('no gzip at all'), true],
  ['gzip', gzipSync(hello).subarray(0, -4), undefined],
  ['br', Buffer.from('no brotli at all'), true],
  ['br', brotliCompressSync(hello).subarray(0, -2), undefined],
  ['deflate', Buffer.from('neither'), true],
])('reports a malformed %s body, and whether it may only be cut off', async (coding, bytes, isMiscoded) => {
  const decoded = await decode([bytes], coding);
  expect(decoded).toMatchObject({ incomplete: `the ${coding} body is malformed` });
  expect(decoded.isMiscoded).toBe(isMiscoded);
});

test('retains what came before an error', async () => {
  const pieces = [gzipSync(hello), Buffer.from('rubbish')];
  const incomplete = 'the gzip body is malformed';
  expect(await decode(pieces, 'gzip')).toEqual({ bytes: hello, incomplete, isMiscoded: true });
});

test('names an unknown coding', async () => {
  expect(await decode([hello], 'zstd')).toEqual({ bytes: hello, incomplete: 'coded as "zstd"' });
});

test('does not decode long lists of codings', async () => {
  expect(await decode([hello], Array(5).fill('gzip').join())).toMatchObject({ incomplete: /^coded as/ });
});

test('lets the caller explain why the source ended early', async () => {
  const pieces = function* () {
    yield hello;
    throw new Error('reset');
  };
  expect(await decode(pieces())).toEqual({ bytes: hello, incomplete: 'cut: Error: reset' });
});

test('accepts a body of the maximum size, and no larger one', async () => {
  expect(await decode([Buffer.alloc(2 ** 20)])).toMatchObject({ incomplete: undefined });
  expect(await decode([Buffer.alloc(2 ** 20), Buffer.alloc(1)])).toMatchObject({ incomplete: 'larger than 1 MiB' });
});

test('stops reading a decompression bomb as soon as it is too large', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
  let pieces = 0;
  const endless = function* () {
    for (; pieces < 1000; pieces++) yield bomb;
  };
  const { bytes, incomplete } = await decode(endless(), 'gzip');
  expect(incomplete).toBe('larger than 1 MiB');
  expect(bytes.length).toBeLessThanOrEqual(2 ** 20);
  expect(pieces).toBeLessThan(100);
});
