import { Writable } from 'node:stream';
import { expect, it, test } from 'vitest';
import {
  createHeaderReader,
  forwardedFor,
  isBodyless,
  parseTarget,
  ReceivedRequest,
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
    rawHeaders: [],
    socket: { remoteAddress: undefined },
  };
  expect(new ReceivedRequest(head, '/v1/inventory', [], new Uint8Array(), new Writable()).query).toBe(query);
});

function read(...rawHeaders: string[]) {
  return createHeaderReader()({ rawHeaders });
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51000, 10.0.0.1', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', undefined],
  ['', undefined],
])('X-Forwarded-For: %s names the caller %s', (value, address) => {
  expect(forwardedFor([['x-forwarded-for', value]])).toBe(address);
  expect(forwardedFor([])).toBeUndefined();
});

test('passes all values of all headers in order', () => {
  expect(read('Authorization', 'Bearer a', 'X', '1', 'authorization', 'Bearer b').list).toEqual([
    ['authorization', 'Bearer a'],
    ['x', '1'],
    ['authorization', 'Bearer b'],
  ]);
});

test('returns the same list for the same headers only', () => {
  const recall = createHeaderReader();
  const first = recall({ rawHeaders: ['X', '1', 'Y', '2'] });
  expect(recall({ rawHeaders: ['X', '1', 'Y', '2'] })).toBe(first);
  expect(recall({ rawHeaders: ['X', '2', 'Y', '2'] }).list).toEqual([
    ['x', '2'],
    ['y', '2'],
  ]);
  expect(recall({ rawHeaders: ['X', '1'] }).list).toEqual([['x', '1']]);
});

test('does not remember long headers', () => {
  const recall = createHeaderReader();
  const rawHeaders = ['X', 'x'.repeat(1_000)];
  const first = recall({ rawHeaders });
  expect(recall({ rawHeaders })).not.toBe(first);
  expect(recall({ rawHeaders })).toEqual(first);
});

test.each([
  ['PATCH', ['Content-Length', '2'], false],
  ['PATCH', ['Transfer-Encoding', 'chunked'], false],
  ['PATCH', ['content-length', '0'], true],
  ['PATCH', [], true],
  ['GET', ['Content-Length', '2'], true],
  ['HEAD', ['Transfer-Encoding', 'chunked'], true],
])('waits for an announced body, except with GET and HEAD: %s %j', (method, headers, isWithout) => {
  expect(isBodyless({ method }, read(...headers))).toBe(isWithout);
});

test('returns the same list for the same headers of many keys in turn, and forgets the oldest', () => {
  const readHeaders = createHeaderReader();
  const listOf = (key = '') => readHeaders({ rawHeaders: ['X', '1', 'authorization', key] }).list;
  const keys = Array.from({ length: 2_000 }, (_, index) => `Bearer key-${index}`);
  const first = keys.map(listOf);
  expect(keys.map(listOf).every((list, index) => list === first[index])).toBe(true);
  listOf('Bearer another');
  expect(listOf(keys[1])).toBe(first[1]);
  expect(listOf(keys[0])).not.toBe(first[0]);
});

test('counts hosts, whatever their case', () => {
  expect(read('HOST', 'a').hosts).toBe(1);
  expect(read('Accept', 'host').hosts).toBe(0);
  expect(read('Host', 'a', 'host', 'b').hosts).toBe(2);
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
