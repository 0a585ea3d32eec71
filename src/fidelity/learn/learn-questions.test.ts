import { expect, it } from 'vitest';
import type { QuestionId } from '../../spec/open-questions.js';
import { cleanChoice } from './learn-questions.js';

const stored = ['Käthe Meier'];

it.each<[QuestionId, unknown]>([
  ['error-codes', { unauthorized: 'ERR_AUTH-401', not_found: 'error404', gone: 'Not here any more' }],
  ['error-messages', { 'pet-unknown': 'Pet {petId} ist nicht da.', gone: 'At most 2147483647.' }],
  ['error-messages', 'explain'],
  ['deprecation-headers', 'standard'],
  ['cache-control', 'private, max-age=31536000'],
  ['deprecation-headers', { Deprecation: 'true', Sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' }],
  [
    'deprecation-headers',
    { Deprecation: '@1782777600', Link: '<https://api.example.test/v2/pets>; rel="successor-version"' },
  ],
  [
    'deprecation-headers',
    { Sunset: '2027-12-31', Link: '</docs>; rel=deprecation; type="text/html", </v2>; rel="next"' },
  ],
  ['www-authenticate', { missing: 'Bearer realm="https://api.example.test"', wrong: 'Basic realm="Pets"' }],
  ['message-id-format', { prefix: 'msg_', characters: 'hex', length: 24 }],
  ['sunset-date', { deprecatedSince: '2026-01-01', sunset: '2027-01-01' }],
])('leaves the own words of a service in %s: %j', (id, choice) => {
  expect(cleanChoice(id, choice as never, stored)).toEqual({ choice, removed: [] });
});

it.each<[QuestionId, string, string]>([
  ['error-codes', 'unauthorized', 'E-4f9a1c77d2'],
  ['error-codes', 'unauthorized', 'bad key#1'],
  ['error-messages', 'gone', 'Ask Käthe Meier.'],
  ['error-messages', 'gone', 'Ask help@shop.example.'],
  ['error-messages', 'gone', 'See https://shop.example/help.'],
  ['error-messages', 'gone', 'Request 4f9a1c77d2ee failed.'],
  ['error-messages', 'gone', 'Order 123456789012 is gone.'],
  ['deprecation-headers', 'Deprecation', 'by Kaethe'],
  ['deprecation-headers', 'Sunset', 'when Kaethe says so'],
  ['message-id-format', 'prefix', 'Käthe Meier_'],
  ['deprecation-headers', 'Link', '<mailto:help@shop.example>; rel="deprecation"'],
  ['deprecation-headers', 'Link', '</v2>; rel="deprecation"; title="Kaethe"'],
])('takes out of %s, as %s: %s', (id, name, text) => {
  expect(cleanChoice(id, { [name]: text, other: 1 }, stored)).toEqual({ choice: { other: 1 }, removed: [name] });
  expect(cleanChoice(id, { [name]: text }, stored).choice).toBeUndefined();
});

it('puts the usual challenge in the place of one that may say more', () => {
  const choice = { missing: 'Bearer realm="shop"', wrong: 'Bearer error_description="key#2 is unknown"' };
  expect(cleanChoice('www-authenticate', choice, stored)).toEqual({
    choice: { missing: 'Bearer realm="shop"', wrong: 'Bearer realm="petstore", error="invalid_token"' },
    removed: ['wrong'],
  });
});

it('takes a header out that names fields', () => {
  expect(cleanChoice('cache-control', 'private="x-kaethe"', []).choice).toBeUndefined();
});
