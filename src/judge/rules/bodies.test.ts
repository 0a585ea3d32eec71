import { expect, test } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, noKey, recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence, judgeRule } from '../judge.js';
import { bodyRules, errorRules } from './bodies.js';

const json = (...told: ExchangeInit[]) => judgedBy(bodyRules, 'body/json', told);
const contentType = (...told: ExchangeInit[]) => judgedBy(bodyRules, 'body/content-type', told);

test.each([
  ['an empty list', '[]'],
  ['one key twice', '{"a":1,"a":2}'],
  ['JSON on many lines', '[\n  {\n    "petId": 1\n  }\n]\n'],
  ['a JSON text alone', '"queued"'],
])('%s is JSON', (_, body) => {
  expect(json({ body }).outcome).toBe('pass');
});

test.each([
  ['a page of HTML', '<html>login</html>'],
  ['JSON after a byte order mark', '\uFEFF[]'],
  ['JSON that was cut off', '[{"petId":1'],
  ['two JSON texts', '[][]'],
  ['a blank line', '\n'],
])('%s is not JSON', (_, body) => {
  expect(json({ body })).toMatchObject({ outcome: 'violation', findings: [{ exchange: 1, pointer: '' }] });
});

test.each([
  [{ isMiscoded: true as const }, 'violation'],
  [{}, 'inconclusive'],
])('a body that is malformed as gzip, %j, is a %s', (coded, outcome) => {
  const { exchanges } = recorded({});
  const body = { kind: 'missing', why: 'the gzip body is malformed', ...coded } as const;
  const told = exchanges.map((one) => ({ ...one, response: one.response && { ...one.response, body } }));
  const [rule] = bodyRules;
  expect(rule && judgeRule(rule, gatherEvidence({ exchanges: told, run: undefined }, settings)).outcome).toBe(outcome);
});

test('a response without a body is inconclusive', () => {
  expect(json({ body: '' })).toMatchObject({ outcome: 'inconclusive', exchanges: [] });
  expect(contentType({ body: '', headers: { 'Content-Type': undefined } })).toMatchObject({ exchanges: [] });
});

test('a missing response is inconclusive', () => {
  expect(json({ status: null })).toMatchObject({ outcome: 'inconclusive', reason: 'the connection was reset' });
  expect(contentType({ status: null })).toMatchObject({ outcome: 'inconclusive', exchanges: [] });
});

test('the body of a 429 must be JSON, too', () => {
  expect(json({ status: 429, body: 'Slow down!' }).outcome).toBe('violation');
});

test('responses outside the operations are not judged', () => {
  expect(json({ path: '/docs', body: '<html>' }).exchanges).toEqual([]);
  expect(json({ method: 'OPTIONS', body: 'GET' }).exchanges).toEqual([]);
});

test('a requested part of a body need not be JSON', () => {
  expect(json({ requestHeaders: { Range: 'bytes=0-3' }, status: 206, body: '[{"p' }).exchanges).toEqual([]);
});

test('the error page of a proxy is not a violation by the service', () => {
  const told = { status: 407, body: '<html>', headers: { 'Content-Type': 'text/html' } };
  expect(json(told).exchanges).toEqual([]);
  expect(contentType(told).exchanges).toEqual([]);
});

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=x'])(
  '%s counts as application/json',
  (type) => {
    expect(contentType({ headers: { 'Content-Type': type } }).outcome).toBe('pass');
  },
);

test('a content type is sent once', () => {
  const { findings } = contentType({ secondHeaders: { 'content-type': 'application/json' } });
  expect(findings).toMatchObject([{ problem: 'Content-Type is sent 2 times' }]);
});

test.each(['text/html', 'application/problem+json', 'application/jsonp', 'text/plain; x=application/json'])(
  '%s does not count as application/json',
  (type) => {
    expect(contentType({ headers: { 'Content-Type': type } }).outcome).toBe('violation');
  },
);

test('a body must have a content type', () => {
  expect(contentType({ headers: { 'Content-Type': undefined } }).findings).toMatchObject([
    { problem: 'the body has no content type', received: 'no Content-Type' },
  ]);
});

test('a hostile content type is quoted', () => {
  const type = `text/html\u001b[2J${'x'.repeat(500)}`;
  const [finding] = contentType({ headers: { 'Content-Type': type } }).findings;
  expect(finding?.received).toMatch(/^Content-Type: "text\/html\\u001b\[2Jx+…"$/);
});

const shape = (...told: ExchangeInit[]) => judgedBy(errorRules, 'errors/shape', told);

test('an error of an operation without a documented response may be empty, except those of all operations', () => {
  const gone = { path: '/pets/7', body: '' };
  expect(shape({ ...gone, status: 410 }).outcome).toBe('inconclusive');
  expect(shape({ ...gone, status: 401, credential: noKey }).outcome).toBe('violation');
  expect(shape({ ...gone, status: 429 }).outcome).toBe('violation');
});
const matches = (...told: ExchangeInit[]) => judgedBy(errorRules, 'errors/status-matches', told);
const rejected = (body: unknown, status = 401): ExchangeInit => ({ credential: noKey, status, body });

test.each<[string, unknown]>([
  ['the three fields', { code: 'unauthorized', message: 'No key', status: 401 }],
  ['more fields', { code: 'x', message: 'y', status: 401, details: [], requestId: null }],
  ['a status with an exponent', '{"code":"x","message":"y","status":4.01e2}'],
  ['a status of another number', { code: 'x', message: 'y', status: 400 }],
])('a body with %s is an Error', (_, body) => {
  expect(shape(rejected(body)).outcome).toBe('pass');
});

test.each<[string, unknown, string]>([
  ['no body', '', ''],
  ['a page of HTML', '<html>', ''],
  ['an array', [], ''],
  ['null', 'null', ''],
  ['no code', { message: 'y', status: 401 }, '/code'],
  ['no message', { code: 'x', status: 401 }, '/message'],
  ['no status', { code: 'x', message: 'y' }, '/status'],
  ['a code that is a number', { code: 401, message: 'y', status: 401 }, '/code'],
  ['a message that is null', { code: 'x', message: null, status: 401 }, '/message'],
  ['a status that is a string', { code: 'x', message: 'y', status: '401' }, '/status'],
  ['a status that is a fraction', { code: 'x', message: 'y', status: 401.5 }, '/status'],
  ['an empty code', { code: '', message: 'y', status: 401 }, '/code'],
  ['a blank message', { code: 'x', message: ' ', status: 401 }, '/message'],
  ['an Error inside something else', { error: { code: 'x', message: 'y', status: 401 } }, '/code'],
])('%s is not an Error', (_, body, pointer) => {
  expect(shape(rejected(body))).toMatchObject({ outcome: 'violation', findings: [{ exchange: 1, pointer }] });
});

test.each([400, 403, 404, 405, 410, 415, 429, 500, 501])('the body of a %d must be an Error', (status) => {
  expect(shape({ status }).outcome).toBe('pass');
  expect(shape({ status, body: 'Sorry' }).outcome).toBe('violation');
});

test.each<[string, ExchangeInit]>([
  ['a response to HEAD', { method: 'HEAD', status: 401, body: '' }],
  ['a response for an unknown path', { path: '/nothing', status: 404, body: 'Not here' }],
  ['a success', {}],
  ['a response from a cache', { status: 404, headers: { Age: '9' }, body: 'Not here' }],
  ['the page of a proxy', { status: 407, body: '<html>' }],
  ['a response to a conditional request', { requestHeaders: { 'If-Match': '"1"' }, status: 412, body: '' }],
])('%s is not judged', (_, told) => {
  expect(shape(told).exchanges).toEqual([]);
  expect(matches(told).exchanges).toEqual([]);
});

test('a missing response is not an error body', () => {
  expect(shape({ status: null })).toMatchObject({ outcome: 'inconclusive', exchanges: [] });
});

test.each(['{"code":"x","message":"y","status":404}', '{"status":4.04e2}', '{"status":404.0}'])(
  '%s repeats a 404',
  (body) => {
    expect(matches({ status: 404, body }).outcome).toBe('pass');
  },
);

test.each(['400', '0', '404.5', '-404', '40400000000000000000000'])('the status %s does not repeat a 404', (status) => {
  expect(matches({ status: 404, body: `{"status":${status}}` })).toMatchObject({
    outcome: 'violation',
    findings: [{ exchange: 1, pointer: '/status', expected: '404', received: status }],
  });
});

test.each<[string, ExchangeInit, string]>([
  ['orders', { path: '/store/orders', body: { code: 'x', message: 'y', status: 500 } }, 'violation'],
  ['a pet', { path: '/pets/7', body: { code: 'x', message: 'y', status: 404 } }, 'violation'],
  ['a pet with such fields', { path: '/pets/7', body: { code: 'x', message: 'y', status: 'sold' } }, 'inconclusive'],
  ['a message', { method: 'POST', path: '/messages', body: { code: 'x', message: 'y', status: 1 } }, 'inconclusive'],
])('an Error under 200 instead of %s ends as %s', (_, told, outcome) => {
  expect(matches(told).outcome).toBe(outcome);
});

test('errors/shape judges a status that is missing or not a number', () => {
  expect(matches({ status: 404, body: {} }).exchanges).toEqual([]);
  expect(matches({ status: 404, body: { status: '404' } }).exchanges).toEqual([]);
});
