import { expect, it } from 'vitest';
import type { QuestionId } from '../../service/questions/open-questions.js';
import { isAllowedHeaderValue, sanitiseChoice } from './allowed-forms.js';

const BASE_URL = 'https://api.example.test/v1';

it.each<[QuestionId, unknown]>([
  ['error-messages', { 'pet-unknown': 'Pet {petId} ist nicht da.', gone: 'At most 2147483647.' }],
  ['error-messages', 'explain'],
  ['deprecation-headers', 'standard'],
  ['deprecation-headers', { Deprecation: 'true', Sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' }],
  ['deprecation-headers', { Deprecation: '@1782777600', Link: `<${BASE_URL}/inventory>; rel="successor-version"` }],
  ['deprecation-headers', { Sunset: '2027-12-31', Link: '</v1/store/orders>; rel="successor-version"' }],
  ['www-authenticate', 'bearer'],
  ['www-authenticate', 'Bearer realm="petstore", error="invalid_token"'],
  ['sunset-date', { deprecatedSince: '2026-01-01', sunset: '2027-01-01' }],
])('stores the allowed forms of %s: %j', (id, choice) => {
  expect(sanitiseChoice(id, choice as never, BASE_URL)).toEqual({ choice, removed: [] });
});

it.each<[string, string]>([
  ['Deprecation', 'by Kaethe'],
  ['Sunset', 'when Kaethe says so'],
  ['Link', '</v2>; rel="next"; title="Kaethe"'],
])('removes the header %s: %s', (name, text) => {
  const choice = { [name]: text, other: 'true' };
  expect(sanitiseChoice('deprecation-headers', choice, BASE_URL)).toEqual({
    choice: { other: 'true' },
    removed: [name],
  });
  expect(sanitiseChoice('deprecation-headers', { [name]: text }, BASE_URL).choice).toBeUndefined();
});

it.each([
  ['<mailto:help@shop.example>; rel="deprecation"', '<https://example.com/deprecation>; rel="deprecation"'],
  ['<https://docs.example/u/kaethe>; rel=sunset; title="Kaethe"', '<https://example.com/deprecation>; rel="sunset"'],
  ['</v1/pets/7>; rel="successor-version"', '<https://example.com/deprecation>; rel="successor-version"'],
])('makes up the target of a link that is not in the document: %s', (link, allowed) => {
  expect(sanitiseChoice('deprecation-headers', { Link: link }, BASE_URL).choice).toEqual({ Link: allowed });
});

it.each([
  ['Basic realm="shop of Kaethe", charset="UTF-8"', 'Basic realm="realm"'],
  [
    'Bearer error="invalid_token", error_description="key#2 is unknown", scope=kaethe',
    'Bearer error="invalid_token", error_description="description", scope="scope"',
  ],
  ['Kaethe realm="x"', undefined],
])('stores the scheme, the error and the parameter names of the challenge %s', (text, choice) => {
  expect(sanitiseChoice('www-authenticate', text, BASE_URL).choice).toBe(choice);
});

it.each(['on', 'v2', '1.25.3', '17', 'nosniff', 'SAMEORIGIN', 'max-age=31536000; includeSubDomains', 'DYNAMIC'])(
  'stores the header value %s',
  (value) => {
    expect(isAllowedHeaderValue(value)).toBe(true);
  },
);

it.each(['Kaethe', '4711', '10.0.0.1', 'nginx', 'eu-west-1', 'report-uri https://shop.example/x', ''])(
  'does not store the header value %s',
  (value) => {
    expect(isAllowedHeaderValue(value)).toBe(false);
  },
);
