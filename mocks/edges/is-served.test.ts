import { expect, test } from 'vitest';
import { createPetstore } from '../petstore.js';
import { isServed } from './is-served.js';

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

test('messages are served where the behaviour has them, from then on', () => {
  const petstore = createPetstore({ baseUrl });
  const url = new URL('https://messages.example.test/v1/messages');
  expect(isServed(url, petstore)).toBe(false);
  petstore.setBehaviour({ 'messages-base-url': 'https://messages.example.test/v1' });
  expect(isServed(url, petstore)).toBe(true);
});
