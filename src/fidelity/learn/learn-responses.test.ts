import { expect, it } from 'vitest';
import { type ExchangeInit, noKey, recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence } from '../../judge/judge.js';
import { petstore } from '../../service/petstore.js';
import { learnResponses } from './learn-responses.js';

const learn = (told: readonly ExchangeInit[]) => learnResponses(gatherEvidence(recorded(...told), settings), petstore);
const headersOf = (told: readonly ExchangeInit[]) => learn(told)['listInventory 200']?.headers;

it('distinguishes responses by operation and status', () => {
  const places = learn([{}, {}, { status: 401, credential: noKey }, { path: '/nowhere', status: 404 }]);
  expect(Object.entries(places).map(([place, { count, confidence }]) => [place, count, confidence])).toEqual([
    ['listInventory 200', 2, 'certain'],
    ['listInventory 401', 1, 'likely'],
    ['other 404', 1, 'likely'],
  ]);
});

it('infers one shape from all bodies of a kind of response', () => {
  const bodies = ['[]', '[{"petId":7,"quantity":0,"status":"sold","since":"2026-01-01"}]'];
  expect(learn(bodies.map((body) => ({ body })))['listInventory 200']?.body).toEqual({
    kind: 'json',
    schema: {
      type: ['array'],
      items: {
        type: ['object'],
        required: ['petId', 'quantity', 'status', 'since'],
        properties: {
          petId: { type: ['integer'] },
          quantity: { type: ['integer'] },
          status: { type: ['string'], enum: ['available', 'pending', 'sold'] },
          since: { type: ['string'], format: 'date' },
        },
      },
    },
  });
});

it.each<[string, string]>([
  ['', 'none'],
  ['<h1>404</h1>', 'other'],
])('classifies the body %j as %s', (body, kind) => {
  expect(learn([{ path: '/nowhere', status: 404, body }])['other 404']?.body).toEqual({ kind });
});

it.each<[string, ExchangeInit]>([
  ['forced by Prefer', { requestHeaders: { Prefer: 'code=200' }, body: '7' }],
  ['a copy of a cache', { headers: { Age: '9' }, body: '7' }],
  ['to HEAD', { method: 'HEAD', body: '' }],
  ['to a preflight', { method: 'OPTIONS', requestHeaders: { 'Access-Control-Request-Method': 'GET' }, body: '' }],
])('learns nothing from a response that is %s', (_, told) => {
  expect(Object.keys(learn([told]))).toEqual([]);
});

it('stores a header that has one value, and makes up values for those that change', () => {
  const told = [
    {
      server: 'nginx/1.25',
      'X-Request-Id': 'b0a1c2d3-0000-4abc-8def-1234567890ab',
      'X-Trace': '7F00AA12',
      'X-Took': '12',
    },
    {
      Server: 'nginx/1.25',
      'X-Request-Id': 'c0a1c2d3-0000-4abc-8def-1234567890ab',
      'X-Trace': '0F00AA12',
      'X-Took': '7',
    },
  ];
  expect(headersOf(told.map((headers) => ({ headers })))).toEqual([
    { name: 'server', kind: 'constant', value: 'nginx/1.25' },
    { name: 'X-Request-Id', kind: 'uuid', value: '3f2b8c1e-5a47-4d09-9e6b-7c1d2e3f4a5b' },
    { name: 'X-Trace', kind: 'hex', value: 'A1B2C3D4' },
    { name: 'X-Took', kind: 'integer', value: '12' },
  ]);
});

it.each([
  ['X-Cold-Start', 'false'],
  ['X-Schema', 'v2.1'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['Via', '1.1 edge'],
  ['X-Region', 'eu-central-1'],
  ['X-Instance', 'web-7'],
  ['X-Commit', '9f86d081'],
  ['Cache-Control', 'private, max-age=0'],
  ['Content-Security-Policy', "default-src 'none'; report-uri https://shop.example/csp"],
])('stores %s: %s', (name, value) => {
  const told = [{ headers: { [name]: value } }, { headers: { [name]: value } }];
  expect(headersOf(told)).toEqual([{ name, kind: 'constant', value }]);
});

it.each([
  ['8f2a1c3d4e5b6a70-FRA', '9b8c7d6e5f4a3b21-AMS', 'a1b2c3d4e5f60798-XXX'],
  ['abcdef0123/1200000ms', '12345678ab/1300000ms', 'a1b2c3d4e5/1234567xx'],
  ['Root=1-5F2A1C3D', 'Root=1-9B8C7D6E', 'Xxxx=1-A1B2C3D4'],
  ['facade1g/9', 'feedbeef/8', 'xxxxxx1x/1'],
])('makes up the same value for %s and %s, whatever the ids in them are', (one, other, value) => {
  const headers = [one, other].map((each) => ({ headers: { 'X-Trace': each } }));
  expect(headersOf(headers)).toEqual([{ name: 'X-Trace', kind: 'text', value }]);
});

it('stores no header that some responses lack', () => {
  expect(headersOf([{ headers: { 'X-Extra': 'a' } }, {}])).toEqual([]);
});

it('a header is constant if it has one value for each operation, or each status', () => {
  const told = ['/inventory', '/inventory', '/store/orders'].map((path) => ({
    path,
    headers: { 'X-Area': path.slice(1, 4) },
  }));
  const places = learn([...told, { path: '/inventory', status: 401, credential: noKey, headers: { 'X-Area': 'inv' } }]);
  expect(Object.values(places).map(({ headers }) => headers[0])).toEqual(
    ['inv', 'sto', 'inv'].map((value) => ({ name: 'X-Area', kind: 'constant', value })),
  );
});

it('one observation does not make a header constant', () => {
  expect(headersOf([{ headers: { Server: 'nginx' } }])).toEqual([{ name: 'Server', kind: 'text', value: 'xxxxx' }]);
});

it.each([
  ['X-Support', 'help@shop.example'],
  ['X-Motto', 'Käthe says hello to you'],
  ['X-Build', '4f9a1c77d2ee41b0'],
  ['X-Handle', 'eyJhbGciOiJIUzI1NiJ9'],
  ['X-Request-Id', 'web'],
  ['X-Started', '2026-11-21T12:00:00Z'],
  ['Content-Security-Policy', 'connect-src https://shop.example/4f9a1c77d2ee41b0'],
])('makes up a value for %s: %s, even if it is constant', (name, value) => {
  const told = [{ headers: { [name]: value } }, { headers: { [name]: value } }];
  const [header] = learn(told)['listInventory 200']?.headers ?? [];
  expect(header?.kind === 'constant' && !header.isMadeUp).toBe(false);
  expect(header?.value).not.toContain(value);
  expect(header?.value).toHaveLength(value.length);
});

it.each([
  'X-RateLimit-Limit',
  'retry-after',
  'Date',
  'Content-Length',
  'Set-Cookie',
  'X-Session-Id',
  'X-Api-Key',
  'Access-Control-Allow-Origin',
  'X-Mock-Assumed',
  'ETag',
])('omits %s', (name) => {
  expect(headersOf([{ headers: { [name]: 'a' } }, { headers: { [name]: 'a' } }])).toEqual([]);
});

it.each([
  ['application/json', undefined],
  ['text/html', undefined],
  ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
  ['application/problem+json', 'application/problem+json'],
])('stores the content type %s if it is another JSON type', (type, value) => {
  expect(headersOf([{ headers: { 'Content-Type': type } }])?.[0]?.value).toBe(value);
});

it('names the optional headers', () => {
  const [nginx, envoy] = [{ Server: 'nginx' }, { Server: 'envoy', 'X-Envoy': '3' }];
  const place = learn([{ headers: nginx }, { headers: envoy }])['listInventory 200'];
  expect(place?.headers.map(({ name }) => name)).toEqual(['Server']);
  expect(place?.headersAtTimes).toEqual(['X-Envoy']);
});

it('stores the content type of a page', () => {
  const page = { body: '<html>', headers: { 'Content-Type': 'text/html; charset=utf-8' } };
  expect(headersOf([page, page])?.[0]).toMatchObject({ name: 'Content-Type', value: 'text/html; charset=utf-8' });
  const own = { ...page, headers: { 'Content-Type': 'text/html; title="Ada’s shop"' } };
  expect(headersOf([own, own])).toEqual([]);
});

const twice = (headers: Record<string, string>) => [{ headers }, { headers }];

it('does not mark a header of a cache as constant, since it depends on earlier requests', () => {
  expect(headersOf(twice({ 'cf-cache-status': 'EXPIRED' }))?.[0]?.kind).not.toBe('constant');
});
