import { expect, test } from 'vitest';
import { halfOf } from './half-of.js';

test('half of a body is half of its bytes, even in the middle of a character', () => {
  expect([...halfOf('"é"')]).toEqual([0x22, 0xc3]);
  expect([...halfOf(new Uint8Array([1, 2, 3, 4, 5]))]).toEqual([1, 2]);
});

test.each(['[]', '{}', '[{"petId":1}]', '{"code":"not_found"}'])('half of %s is no JSON', (body) => {
  const half = new TextDecoder().decode(halfOf(body));
  expect(half).not.toBe('');
  expect(() => JSON.parse(half)).toThrow(SyntaxError);
});
