import { GOOD_KEY, type Headers } from '../conformant-service/service.js';
import type { Item } from './oracle-checks.js';
import type { Asked } from './oracle-walk.js';

// What the oracle sends.

const json: Headers = [['Content-Type', 'application/json']];
const KEY = GOOD_KEY;
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

/** Headers without a valid key, and what is added to the path or the body. */
const credentials: readonly { headers: Headers; query?: string; isInBody?: boolean }[] = [
  { headers: [] },
  ...[
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${KEY}x`,
    `Bearer ${KEY}-and-more`,
    `Bearer ${KEY.slice(0, -1)}`,
    `Bearer ${KEY.slice(0, 3)}`,
    `Bearer ${KEY.slice(0, -1)}z`,
    'Bearer z',
    `Bearer ${'z'.repeat(KEY.length)}`,
    'Bearer some-other-key',
    `Bearer ${KEY.toUpperCase()}`,
    `Bearer ${KEY} x`,
    `Bearer ${KEY},x`,
    `Bearer ${KEY};x`,
    `Bearer x${KEY}`,
    `Bearer "${KEY}"`,
    basic(`${KEY}:`),
    basic(`user:${KEY}`),
    `Basic ${KEY}`,
    `Token ${KEY}`,
    `ApiKey ${KEY}`,
    `Digest ${KEY}`,
    KEY,
  ].map((value) => ({ headers: [['Authorization', value] as const] })),
  ...['X-API-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token', 'Proxy-Authorization', 'X-Key'].map((name) => ({
    headers: [[name, KEY] as const],
  })),
  ...['api_key', 'token', 'session'].map((name) => ({ headers: [['Cookie', `${name}=${KEY}`] as const] })),
  ...['api_key', 'apikey', 'key', 'access_token', 'token'].map((name) => ({ headers: [], query: `?${name}=${KEY}` })),
  { headers: [], isInBody: true },
];

/** The same requests with every credential that is none. */
export function withoutKey(requests: readonly Asked[]): Asked[] {
  return requests.flatMap((asked) =>
    credentials
      .filter(({ isInBody }) => !isInBody || asked.body !== undefined)
      .map(({ headers, query = '', isInBody }) => ({
        ...asked,
        path: asked.path === '/messages' ? asked.path : `${asked.path}${query}`,
        headers: [...asked.headers, ...headers],
        ...(isInBody && asked.body !== undefined ? { body: asked.body.replace('{', `{"api_key":"${KEY}",`) } : {}),
      })),
  );
}

export function readsOf(pets: readonly Item[]): Asked[] {
  const paths = ['/inventory', '/store/orders', ...pets.slice(0, 1).map(({ petId }) => `/pets/${petId}`)];
  return paths.map((path) => ({ method: 'GET', path, headers: [] }));
}

export const patch = (petId: string, body: string, headers = json): Asked => ({
  method: 'PATCH',
  path: `/inventory/${petId}`,
  headers,
  body,
});
export const post = (body: string, headers = json): Asked => ({ method: 'POST', path: '/messages', headers, body });

export const quantities = [
  '0',
  '1',
  '-1',
  '-7',
  '99',
  '100',
  '101',
  '127',
  '128',
  '255',
  '256',
  '999',
  '1000',
  '1234',
  '9999',
  '10001',
  '32768',
  '65543',
  '1000001',
  '1234567',
  '16777217',
  '2147483647',
  '2147483648',
  '4294967303',
  '-2147483649',
  '9007199254740993',
  '9223372036854775807',
].map(BigInt);

export const anyText = [
  'Grüße',
  ' two  blanks ',
  'a\nb',
  'a\r\nb',
  'a\tb',
  'e\u0301 and \u00e9',
  '🐾',
  '<b>&amp;</b>',
  '"quoted" \\ back',
  "it's",
  'x'.repeat(300),
  'x'.repeat(5_000),
  '\u0000\u0007',
  '日本語',
  '%41+b',
  'Hello',
  '\u200b',
  'ALL CAPS',
  '0',
  'a short text of some words',
];

const badJson = [
  '',
  '{',
  '{"quantity":',
  '{"quantity":5',
  '[5',
  '{"quantity":5}x',
  '{"quantity":5} {"quantity":5}',
  '{"quantity":5,}',
  "{'quantity':5}",
  '{quantity:5}',
  '/* 5 */ {"quantity":5}',
  '{"quantity":05}',
  '{"quantity":NaN}',
  'quantity=5',
  '<quantity>5</quantity>',
  '{"quantity" 5}',
];
export const badBodiesOfUpdates = [
  ...badJson,
  '{}',
  '[]',
  '[{"quantity":5}]',
  '5',
  '"5"',
  'null',
  'true',
  '{"Quantity":5}',
  '{"QUANTITY":5}',
  '{"data":{"quantity":5}}',
  '{"qty":5}',
  ...[
    '"5"',
    '"500"',
    '"abc"',
    '""',
    '"5.5"',
    '"-1"',
    '"12345"',
    'null',
    'true',
    'false',
    '5.5',
    '-0.5',
    '5.0000001',
    '0.1',
    '[]',
    '[5]',
    '[5,6]',
    '{}',
    '{"value":5}',
  ].map((value) => `{"quantity":${value}}`),
];

export function atTheLimit(pets: readonly Item[]): Asked[] {
  const reads = readsOf(pets);
  // What changes a status to and fro shows after an odd number.
  return [...reads, ...reads, ...reads, ...pets.map(({ petId }) => patch(petId, '{"quantity":5}'))];
}

/** Bodies of messages that must be rejected. */
export const badBodiesOfMessages = [
  ...badJson.map((body) => body.replaceAll('quantity', 'message').replaceAll('5', '"x"').replace('0"x"', '0x')),
  '{}',
  '[]',
  '["x"]',
  '5',
  '"x"',
  'null',
  '{"Message":"x"}',
  '{"data":{"message":"x"}}',
  '{"text":"x"}',
];
