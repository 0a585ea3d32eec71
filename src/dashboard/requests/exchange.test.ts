import { expect, test } from 'vitest';
import { indentJson } from './exchange.js';

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
