import { expect, test } from 'vitest';
import { InputError } from '../src/json/input-error.js';
import { createRouter } from '../src/service/path-template.js';
import { petstore } from '../src/service/petstore.js';
import { DEFAULT_BASE_URL, parseServiceAddress } from './world-options.js';

const findRoute = createRouter(petstore.operations);

const base = parseServiceAddress('http://127.0.0.1:4290/v1');
const addresses = { base, messages: base };
const routeOf = (path: string) => findRoute({ path }, addresses);

test.each([
  ['/v1/inventory', 'listInventory', undefined],
  ['/v1/inventory/42', 'updateInventory', '42'],
  ['/v1/messages', 'sendMessage', undefined],
  ['/v1/pets/7', 'getPet', '7'],
  ['/v1/store/orders', 'listOrders', undefined],
])('%s leads to %s', (path, id, pathId) => {
  expect(routeOf(path)).toMatchObject({ isServed: true, operation: { id }, pathId });
});

test.each([
  ['an escaped digit equals the digit', '/v1/inventory/%31', '1'],
  ['an escaped slash does not split a segment', '/v1/inventory/1%2F2', '1/2'],
  ['an invalid escape is not an id', '/v1/inventory/%zz', undefined],
  ['a byte that is not UTF-8 is not an id', '/v1/inventory/%ff', undefined],
  ['an escaped NUL is part of the id', '/v1/inventory/%00', '\0'],
  ['dots that are not path steps are part of the id', '/v1/inventory/1.5', '1.5'],
])('%s', (_, path, pathId) => {
  expect(routeOf(path)).toMatchObject({ operation: { id: 'updateInventory' }, pathId });
});

test('a fixed segment may be percent-encoded too', () => {
  expect(routeOf('/v1/%69nventory').operation?.id).toBe('listInventory');
});

test.each([
  ['a doubled slash', '/v1//inventory'],
  ['a trailing slash', '/v1/inventory/'],
  ['a trailing slash after the id', '/v1/inventory/1/'],
  ['an escaped slash for a slash', '/v1/inventory%2F1'],
  ['capitals', '/v1/Inventory'],
  ['a segment more', '/v1/inventory/1/2'],
  ['the base path itself', '/v1'],
  ['the base path with a slash', '/v1/'],
  ['a broken escape in a fixed segment', '/v1/%zzinventory'],
])('%s yields a path under the base URL without an operation', (_, path) => {
  expect(routeOf(path)).toMatchObject({ isServed: true, operation: undefined, pathId: undefined });
});

test.each(['/', '/inventory', '/v1x/inventory', '/v', '/v2/inventory', ''])('%j lies outside the base URL', (path) => {
  expect(routeOf(path)).toMatchObject({ isServed: false, operation: undefined, pathId: undefined });
});

test('a base path of / contains every path', () => {
  const root = parseServiceAddress('http://127.0.0.1:4290/');
  const rootRoute = (path: string) => findRoute({ path }, { base: root, messages: root });
  expect(rootRoute('/inventory').operation?.id).toBe('listInventory');
  expect(rootRoute('/').isServed).toBe(true);
  expect(rootRoute('//inventory')).toMatchObject({ isServed: true, operation: undefined });
});

test('a base URL may end in a slash', () => {
  const slashed = parseServiceAddress('http://127.0.0.1:4290/v1/');
  expect(findRoute({ path: '/v1/inventory' }, { base: slashed, messages: slashed }).operation?.id).toBe(
    'listInventory',
  );
});

test('another origin is another service', () => {
  expect(findRoute({ path: '/v1/inventory', origin: 'http://127.0.0.1:4290' }, addresses).isServed).toBe(true);
  expect(findRoute({ path: '/v1/inventory', origin: 'http://localhost:4290' }, addresses).isServed).toBe(false);
  expect(findRoute({ path: '/v1/inventory', origin: 'https://127.0.0.1:4290' }, addresses).isServed).toBe(false);
});

test('messages with another base URL are served only there', () => {
  const own = { base, messages: parseServiceAddress('https://messages.example/quickstart') };
  const there = { path: '/quickstart/messages', origin: 'https://messages.example' };
  expect(findRoute(there, own).operation?.id).toBe('sendMessage');
  expect(findRoute({ path: '/v1/messages', origin: base.origin }, own)).toMatchObject({
    isServed: true,
    operation: undefined,
  });
});

test('the base URL of messages serves nothing else', () => {
  const own = { base, messages: parseServiceAddress('https://messages.example') };
  expect(findRoute({ path: '/inventory', origin: 'https://messages.example' }, own)).toMatchObject({
    isServed: true,
    operation: undefined,
  });
});

test.each([DEFAULT_BASE_URL, 'https://api.example', 'http://[::1]:8080/v1/', 'http://localhost/petstore/v1'])(
  '%s is a base URL',
  (text) => {
    expect(parseServiceAddress(text).url).toBe(text.replace(/\/$/, ''));
  },
);

test.each([
  '',
  '/v1',
  'localhost:4290/v1',
  'ftp://localhost/v1',
  'http://localhost/v1?a=1',
  'http://localhost/v1#a',
  'http://[',
])('%j is not a base URL, and the error quotes it and a valid one', (text) => {
  const parse = () => parseServiceAddress(text);
  expect(parse).toThrow(InputError);
  expect(parse).toThrow(`${JSON.stringify(text)} is not a base URL. Try '${DEFAULT_BASE_URL}'`);
});

test('a path alone is rejected, and the error shows how a page resolves it', () => {
  expect(() => parseServiceAddress('/api/v1')).toThrow("or in a page location.origin + '/v1'");
});

test('a URL with a user is rejected, and its password is not quoted', () => {
  const parse = () => parseServiceAddress('http://user:secret@localhost/v1');
  expect(parse).toThrow('"http://…@localhost/v1" is not a base URL');
});
