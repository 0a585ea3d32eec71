import { expect, test } from 'vitest';
import { parseTarget, requestPath } from './request-path.js';

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
])('takes the path of %s as a URL parser leaves it', (target, path) => {
  expect(requestPath(target)).toBe(path);
});

test('reads bytes beyond ASCII as the UTF-8 that they are', () => {
  const target = Buffer.from('/v1/inventory/é').toString('latin1');
  expect(requestPath(target)).toBe('/v1/inventory/%C3%A9');
});

test('knows no path of a target that is no URL', () => {
  expect(requestPath('http://[::1')).toBeUndefined();
  expect(requestPath('inventory')).toBeUndefined();
});

test('never takes a double slash for a host', () => {
  expect(parseTarget('//inventory?x=1', 'http://fake.test')?.href).toBe('http://fake.test//inventory?x=1');
});
