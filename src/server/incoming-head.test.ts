import { expect, test } from 'vitest';
import { createHeaderReader, hasOneHost, type IncomingHead, isBodyless } from './incoming-head.js';

function head(fields: Partial<IncomingHead>): IncomingHead {
  return { method: 'PATCH', httpVersion: '1.1', rawHeaders: [], headers: {}, socket: {}, ...fields };
}

test('hands over every value of every header in order', () => {
  const rawHeaders = ['Authorization', 'Bearer a', 'X', '1', 'authorization', 'Bearer b'];
  expect(createHeaderReader()(head({ rawHeaders }))).toEqual([
    ['authorization', 'Bearer a'],
    ['x', '1'],
    ['authorization', 'Bearer b'],
  ]);
});

test('answers the same list for the same headers, and no other', () => {
  const read = createHeaderReader();
  const first = read(head({ rawHeaders: ['X', '1', 'Y', '2'] }));
  expect(read(head({ rawHeaders: ['X', '1', 'Y', '2'] }))).toBe(first);
  expect(read(head({ rawHeaders: ['X', '2', 'Y', '2'] }))).toEqual([
    ['x', '2'],
    ['y', '2'],
  ]);
  expect(read(head({ rawHeaders: ['X', '1'] }))).toEqual([['x', '1']]);
});

test('waits for a body where one is announced, and never for that of a GET or HEAD', () => {
  expect(isBodyless(head({ headers: { 'content-length': '2' } }))).toBe(false);
  expect(isBodyless(head({ headers: { 'transfer-encoding': 'chunked' } }))).toBe(false);
  expect(isBodyless(head({ headers: { 'content-length': '0' } }))).toBe(true);
  expect(isBodyless(head({}))).toBe(true);
  expect(isBodyless(head({ method: 'GET', headers: { 'content-length': '2' } }))).toBe(true);
  expect(isBodyless(head({ method: 'HEAD', headers: { 'transfer-encoding': 'chunked' } }))).toBe(true);
});

test('asks HTTP/1.1 for one host, HTTP/1.0 for none', () => {
  expect(hasOneHost(head({ rawHeaders: ['HOST', 'a'] }))).toBe(true);
  expect(hasOneHost(head({ rawHeaders: ['Accept', 'host'] }))).toBe(false);
  expect(hasOneHost(head({ rawHeaders: ['Host', 'a', 'host', 'b'] }))).toBe(false);
  expect(hasOneHost(head({ httpVersion: '1.0' }))).toBe(true);
});
