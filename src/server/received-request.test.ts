import { PassThrough, Readable, Writable } from 'node:stream';
import { expect, it, test } from 'vitest';
import {
  createHeaderReader,
  hasOneHost,
  type IncomingHead,
  isBodyless,
  parseTarget,
  type ReceivedBody,
  ReceivedRequest,
  readBody,
  requestPath,
} from './received-request.js';

it.each([
  ['/v1/inventory', ''],
  ['/v1/inventory?', ''],
  ['/v1/inventory?page=2&q=a?b', '?page=2&q=a?b'],
  ['http://petstore.test/v1/inventory?page=2', '?page=2'],
  ['/v1/inventory?page=2#part', '?page=2'],
  ['/v1/inventory#part?no', ''],
  [`/v1/inventory?q=${Buffer.from('é').toString('latin1')}`, '?q=%C3%A9'],
])('parses the query of %j', (url, query) => {
  const head = {
    method: 'GET',
    url,
    httpVersion: '1.1',
    rawHeaders: [],
    headers: {},
    socket: { remoteAddress: undefined },
  };
  expect(new ReceivedRequest(head, '/v1/inventory', [], new Uint8Array(), new Writable()).query).toBe(query);
});

function head(fields: Partial<IncomingHead>): IncomingHead {
  return {
    method: 'PATCH',
    httpVersion: '1.1',
    rawHeaders: [],
    headers: {},
    socket: { remoteAddress: undefined },
    ...fields,
  };
}

test('passes all values of all headers in order', () => {
  const rawHeaders = ['Authorization', 'Bearer a', 'X', '1', 'authorization', 'Bearer b'];
  expect(createHeaderReader()(head({ rawHeaders }))).toEqual([
    ['authorization', 'Bearer a'],
    ['x', '1'],
    ['authorization', 'Bearer b'],
  ]);
});

test('returns the same list for the same headers only', () => {
  const read = createHeaderReader();
  const first = read(head({ rawHeaders: ['X', '1', 'Y', '2'] }));
  expect(read(head({ rawHeaders: ['X', '1', 'Y', '2'] }))).toBe(first);
  expect(read(head({ rawHeaders: ['X', '2', 'Y', '2'] }))).toEqual([
    ['x', '2'],
    ['y', '2'],
  ]);
  expect(read(head({ rawHeaders: ['X', '1'] }))).toEqual([['x', '1']]);
});

test('waits for an announced body, except with GET and HEAD', () => {
  expect(isBodyless(head({ headers: { 'content-length': '2' } }))).toBe(false);
  expect(isBodyless(head({ headers: { 'transfer-encoding': 'chunked' } }))).toBe(false);
  expect(isBodyless(head({ headers: { 'content-length': '0' } }))).toBe(true);
  expect(isBodyless(head({}))).toBe(true);
  expect(isBodyless(head({ method: 'GET', headers: { 'content-length': '2' } }))).toBe(true);
  expect(isBodyless(head({ method: 'HEAD', headers: { 'transfer-encoding': 'chunked' } }))).toBe(true);
});

test('requires one host of HTTP/1.1 and none of HTTP/1.0', () => {
  expect(hasOneHost(head({ rawHeaders: ['HOST', 'a'] }))).toBe(true);
  expect(hasOneHost(head({ rawHeaders: ['Accept', 'host'] }))).toBe(false);
  expect(hasOneHost(head({ rawHeaders: ['Host', 'a', 'host', 'b'] }))).toBe(false);
  expect(hasOneHost(head({ httpVersion: '1.0' }))).toBe(true);
});

test.each([
  ['/v1/inventory', '/v1/inventory'],
  ['/v1/inventory?key=secret', '/v1/inventory'],
  ['/v1/inventory#part', '/v1/inventory'],
  ['//inventory', '//inventory'],
  ['/v1/inventory/', '/v1/inventory/'],
  ['/v1/./inventory/../pets', '/v1/pets'],
  ['/v1/%2e%2e/pets', '/pets'],
  ['/v1/inventory/%zz', '/v1/inventory/%zz'],
  ['/v1/inventory/1%2F2', '/v1/inventory/1%2F2'],
  ['/v1\\inventory', '/v1/inventory'],
  ['http://example.test/v1/inventory?x', '/v1/inventory'],
  ['*', '*'],
])('parses the path of %s as a URL parser does', (target, path) => {
  expect(requestPath(target)).toBe(path);
});

test('decodes bytes beyond ASCII as UTF-8', () => {
  const target = Buffer.from('/v1/inventory/é').toString('latin1');
  expect(requestPath(target)).toBe('/v1/inventory/%C3%A9');
});

test('a target that is not a URL has no path', () => {
  expect(requestPath('http://[::1')).toBeUndefined();
  expect(requestPath('inventory')).toBeUndefined();
});

test('does not parse a double slash as a host', () => {
  expect(parseTarget('//inventory?x=1', 'http://fake.test')?.href).toBe('http://fake.test//inventory?x=1');
});

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
  expect(await read(Readable.from([]), 100)).toEqual({ bytes: new Uint8Array(0) });
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

test('large bodies that arrive together are handled in order, with other events between them', async () => {
  const seen: string[] = [];
  const bodies = ['1', '2', '3'].map(
    (name) =>
      new Promise<void>((resolve) => {
        const stream = Readable.from([Buffer.alloc(100_000, name)]);
        readBody(stream, 0, 200_000, () => {
          seen.push(name);
          resolve();
        });
      }),
  );
  let isDone = false;
  const other = () => {
    seen.push('other');
    if (!isDone) setImmediate(other);
  };
  setImmediate(other);
  await Promise.all(bodies);
  isDone = true;
  expect(seen.filter((each) => each !== 'other')).toEqual(['1', '2', '3']);
  expect(seen.join(' ')).toMatch(/1 (?:other )+2 (?:other )+3/);
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
