import { expect, test } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import type { Told } from '../../../tests/recorded.js';
import { bodyRules } from './body-rules.js';

const json = (...told: Told[]) => judgedBy(bodyRules, 'body/json', told);
const contentType = (...told: Told[]) => judgedBy(bodyRules, 'body/content-type', told);

test.each([
  ['an empty list', '[]'],
  ['a byte order mark before JSON', '\uFEFF[]'],
  ['one key twice', '{"a":1,"a":2}'],
  ['JSON on many lines', '[\n  {\n    "petId": 1\n  }\n]\n'],
  ['a JSON text alone', '"queued"'],
])('%s is JSON', (_, body) => {
  expect(json({ body }).outcome).toBe('pass');
});

test.each([
  ['a page of HTML', '<html>login</html>'],
  ['JSON that was cut off', '[{"petId":1'],
  ['two JSON texts', '[][]'],
  ['a blank line', '\n'],
])('%s is no JSON', (_, body) => {
  expect(json({ body })).toMatchObject({ outcome: 'violation', findings: [{ exchange: 1, pointer: '' }] });
});

test('an answer without a body tells nothing of bodies', () => {
  expect(json({ body: '' })).toMatchObject({ outcome: 'inconclusive', exchanges: [] });
  expect(contentType({ body: '', headers: { 'Content-Type': undefined } })).toMatchObject({ exchanges: [] });
});

test('no answer tells nothing of bodies', () => {
  expect(json({ status: null })).toMatchObject({ outcome: 'inconclusive', reason: 'the connection was reset' });
  expect(contentType({ status: null })).toMatchObject({ outcome: 'inconclusive', exchanges: [] });
});

test('the body of a 429 has to be JSON, too', () => {
  expect(json({ status: 429, body: 'Slow down!' }).outcome).toBe('violation');
});

test('pages outside the operations are no business of the rule', () => {
  expect(json({ path: '/docs', body: '<html>' }).exchanges).toEqual([]);
  expect(json({ method: 'OPTIONS', body: 'GET' }).exchanges).toEqual([]);
});

test('part of a body, as asked for, is not expected to be JSON', () => {
  expect(json({ requestHeaders: { Range: 'bytes=0-3' }, status: 206, body: '[{"p' }).exchanges).toEqual([]);
});

test('the page of a proxy is not held against the service', () => {
  const told = { status: 407, body: '<html>', headers: { 'Content-Type': 'text/html' } };
  expect(json(told).exchanges).toEqual([]);
  expect(contentType(told).exchanges).toEqual([]);
});

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=x'])(
  '%s says application/json',
  (type) => {
    expect(contentType({ headers: { 'Content-Type': type } }).outcome).toBe('pass');
  },
);

test.each(['text/html', 'application/problem+json', 'application/jsonp', 'text/plain; x=application/json'])(
  '%s does not say application/json',
  (type) => {
    expect(contentType({ headers: { 'Content-Type': type } }).outcome).toBe('violation');
  },
);

test('a body needs a content type', () => {
  expect(contentType({ headers: { 'Content-Type': undefined } }).findings).toMatchObject([
    { problem: 'the body has no content type', received: 'no Content-Type' },
  ]);
});

test('a hostile content type is quoted', () => {
  const type = `text/html\u001b[2J${'x'.repeat(500)}`;
  const [finding] = contentType({ headers: { 'Content-Type': type } }).findings;
  expect(finding?.received).toMatch(/^Content-Type: "text\/html\\u001b\[2Jx+…"$/);
});
