import { expect, test } from 'vitest';
import { createPetstore } from '../petstore.js';
import { findStray, isServed } from './strays.js';

const HOME = 'https://api.example.test/v1';

/** The message about a request if a fake is at HOME. */
const messageFor = (url: string, init?: RequestInit) => findStray(new Request(url, init), [HOME])?.message;

test('an error for a missing base path shows the option that fixes it', () => {
  expect(messageFor('https://api.example.test/inventory')).toBe(
    'A request for https://api.example.test/inventory did not reach the fake: the fake is at https://api.example.test/v1. ' +
      "Correct the URL in the code, or pass { baseUrl: 'https://api.example.test' }.",
  );
});

test.each([
  ['another version', 'https://api.example.test/v2/inventory', 'https://api.example.test/v2'],
  ['another scheme', 'http://api.example.test/v1/inventory', 'http://api.example.test/v1'],
  ['another port', 'http://localhost:5173/v1/pets/7', 'http://localhost:5173/v1'],
  ['another host', 'https://staging.example.test/v1/store/orders', 'https://staging.example.test/v1'],
])('%s is reported', (_, url, baseUrl) => {
  expect(messageFor(url)).toContain(`{ baseUrl: '${baseUrl}' }`);
});

test('messages may have their own origin', () => {
  expect(messageFor('https://messages.example.test/messages', { method: 'POST' })).toContain(
    "Correct the URL in the code, or pass { baseUrl: 'https://messages.example.test' } or { behaviour: { 'messages-base-url': 'https://messages.example.test' } }",
  );
});

test('an update is recognised by its method and its last two segments', () => {
  expect(messageFor('https://api.example.test/inventory/12', { method: 'PATCH' })).toContain(
    '/inventory/12 did not reach the fake',
  );
});

test('the query is not quoted, as it may contain a key', () => {
  expect(messageFor('https://api.example.test/inventory?api_key=test_free')).not.toContain('test_free');
});

test('all registered fakes are listed', () => {
  const homes = [HOME, 'https://other.example.test/v1'];
  expect(findStray(new Request('https://api.example.test/inventory'), homes)?.message).toContain(homes.join(' and '));
});

test('an edge may add advice for requests to another service', () => {
  const stray = findStray(new Request('https://api.example.test/inventory'), [HOME], {
    option: 'petstoreOptions: ',
    orElse: ', or let it pass',
  });
  expect(stray?.message).toContain(
    "Correct the URL in the code, or pass petstoreOptions: { baseUrl: 'https://api.example.test' }, or let it pass.",
  );
});

test.each([
  ['another path', 'GET', 'https://api.example.test/users'],
  ['another method', 'POST', 'https://api.example.test/inventory'],
  ['a longer word', 'GET', 'https://api.example.test/my-inventory'],
  ['a longer path', 'GET', 'https://api.example.test/inventory/today/all'],
  ['a file', 'GET', 'file:///srv/inventory'],
])('%s is not an operation of the service', (_, method, url) => {
  expect(messageFor(url, { method })).toBeUndefined();
});

const baseUrl = 'https://api.example.test/v1';

test.each([baseUrl, `${baseUrl}/inventory?of=1`, `${baseUrl}/nowhere`])('%s is served', (url) => {
  expect(isServed(new URL(url), createPetstore({ baseUrl }))).toBe(true);
});

test.each(['https://api.example.test/v10', 'http://api.example.test/v1', 'https://api.example.test:8443/v1/inventory'])(
  '%s is not served',
  (url) => {
    expect(isServed(new URL(url), createPetstore({ baseUrl }))).toBe(false);
  },
);

test('messages are handled at the origin that the behaviour sets', () => {
  const petstore = createPetstore({ baseUrl });
  const url = new URL('https://messages.example.test/v1/messages');
  expect(isServed(url, petstore)).toBe(false);
  petstore.setBehaviour({ 'messages-base-url': 'https://messages.example.test/v1' });
  expect(isServed(url, petstore)).toBe(true);
});
