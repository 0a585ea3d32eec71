import { expect, test } from 'vitest';
import { cutBody, indentJson, missingRequestBody, missingResponseBody } from './exchange-text.js';

const request = (...headers: [string, string][]) => ({ method: 'POST', url: '/v1/messages', headers, body: null });
const response = { status: 200, headers: [], body: null };

test.each([
  [[], 'No body.'],
  [[['Content-Length', '0']], 'No body.'],
  [[['content-length', '70000000']], 'The body is too large to record.'],
  [[['Transfer-Encoding', 'chunked']], 'The body is too large to record.'],
] as const)('a request with the headers %j and no body to show: %s', (headers, words) => {
  expect(missingRequestBody(request(...headers.map(([name, value]): [string, string] => [name, value])))).toBe(words);
});

test('a truncated response is distinguished from one without a body', () => {
  expect(missingResponseBody({ ...response, isWhole: true, missingBodyReason: null })).toBe('No body.');
  expect(missingResponseBody({ ...response, isWhole: false, missingBodyReason: 'cut off halfway' })).toContain(
    'cut off halfway',
  );
});

test('a short text is not truncated', () => {
  expect(cutBody('x'.repeat(100_000))).toBeUndefined();
});

test('a long text is truncated at the end of a line', () => {
  const line = `${'x'.repeat(99)}\n`;
  expect(cutBody(line.repeat(1_001))).toBe(line.repeat(1_000).slice(0, -1));
});

test('a long line is truncated, too', () => {
  expect(cutBody('x'.repeat(100_001))).toBe('x'.repeat(100_000));
});

test.each([
  '{"a":1,"b":[1,2,{"c":null}],"d":"x"}',
  '[]',
  '{}',
  '{"a":{},"b":[[]]}',
  '"a text"',
  '[true,false,null,-1.5]',
  '{"a\\"b":"{[,:]} \\\\"}',
])('%s is written as JSON.stringify would', (text) => {
  expect(indentJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
});

test('numbers do not change', () => {
  expect(indentJson('{"petId": 9007199254740993,"x":1.00,"y":1E5}')).toBe(
    '{\n  "petId": 9007199254740993,\n  "x": 1.00,\n  "y": 1E5\n}',
  );
});

test('existing white space makes no difference', () => {
  expect(indentJson(' [ 1 ,\n\t2 ] ')).toBe('[\n  1,\n  2\n]');
});

test.each(['', '{"a":', 'hello', '{"petId": 7, "quan'])('%j is not JSON', (text) => {
  expect(indentJson(text)).toBeUndefined();
});
