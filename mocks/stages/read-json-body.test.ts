import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';
import type { WorldOptions } from '../world-options.js';

/** Sends a body as an update of pet 1; answers the status and, for an Error, its message. */
function patch(body: string | Uint8Array, behaviour: WorldOptions['behaviour'] = {}): string {
  const headers = [['content-type', 'application/json']] as const;
  const answer = ask(createWorld({ pets: 1, behaviour }), 'PATCH', '/inventory/1', { headers, body });
  const { message = '' } = JSON.parse(answer.body ?? '');
  return `${answer.status} ${message}`.trim();
}

const nested = (levels: number) => `{"quantity":1,"extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

test('a JSON object in UTF-8 is read', () => {
  expect(patch(' {"quantity": 1, "note": "Käfig 3 🐇"}\n')).toBe('200');
});

test.each([
  '',
  ' ',
  '{',
  '{"quantity":1',
  '{"quantity":1}}',
  '{quantity:1}',
  "{'quantity':1}",
  '{"quantity":01}',
  '{"quantity":1,}',
  '{"quantity":.5}',
  '{"quantity":NaN}',
  '{"quantity":1}\0',
])('%j is no JSON', (body) => {
  expect(patch(body)).toMatch(/^400 The body is refused: /);
});

test.each(['null', '[]', '[{"quantity":1}]', '"quantity"', '1', '9007199254740993', 'true'])(
  '%s is no JSON object',
  (body) => {
    expect(patch(body)).toBe('400 The body must be a JSON object.');
  },
);

test.each([
  ['a lone byte of a longer character', [0x7b, 0xc3, 0x7d]],
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ['half a surrogate pair', [0xed, 0xa0, 0x80]],
])('%s is not UTF-8', (_, bytes) => {
  expect(patch(new Uint8Array(bytes))).toBe('400 The body is not UTF-8.');
});

test('broken bytes leave nothing behind for the next body', () => {
  patch(new Uint8Array([0xc3]));
  expect(patch('{"quantity":1}')).toBe('200');
});

test('a byte order mark is refused or, where the behaviour says so, ignored', () => {
  expect(patch('\uFEFF{"quantity":1}')).toBe('400 The body begins with a byte order mark.');
  expect(patch('\uFEFF{"quantity":1}', { 'byte-order-mark': 'ignored' })).toBe('200');
  expect(patch('\uFEFF\uFEFF{"quantity":1}', { 'byte-order-mark': 'ignored' })).toMatch(/^400/);
});

test.each([
  '{"quantity":1,"quantity":2}',
  '{"quantity":1,"quantity":1}',
  '{"quantity":1,"a":{"b":1,"b":1}}',
  '{"quantity":1,"quantit\\u0079":2}',
])('%s has one key twice', (body) => {
  expect(patch(body)).toMatch(/^400 The body is refused: an object has /);
  expect(patch(body, { 'duplicate-keys': 'last-wins' })).toBe('200');
});

test('where the last of two keys wins, it does', () => {
  const world = createWorld({ pets: 1, behaviour: { 'duplicate-keys': 'last-wins' } });
  const headers = [['content-type', 'application/json']] as const;
  const { body } = ask(world, 'PATCH', '/inventory/1', { headers, body: '{"quantity":1,"quantity":"x","quantity":3}' });
  expect(JSON.parse(body ?? '')).toMatchObject({ quantity: 3 });
});

test('a body that is no JSON does not rest on what repeated keys get', () => {
  const world = createWorld({ showAssumptions: true, behaviour: { 'duplicate-keys': 'last-wins' } });
  const headers = [['content-type', 'application/json']] as const;
  const answer = ask(world, 'PATCH', '/inventory/1', { headers, body: '{"quantity":1' });
  expect(answer.status).toBe(400);
  expect(answer.headers['X-Mock-Assumed']).not.toContain('duplicate-keys');
});

test('one key in two objects is no repetition', () => {
  expect(patch('{"quantity":1,"a":{"quantity":2},"b":[{"quantity":3}]}')).toBe('200');
});

test('a body nests 100 levels deep and no deeper', () => {
  expect(patch(nested(100))).toBe('200');
  expect(patch(nested(101))).toBe('400 The body is refused: the JSON is nested over 100 levels deep.');
  expect(patch(nested(300))).toMatch(/^400/);
  expect(patch('['.repeat(1_000_000))).toMatch(/^400/);
});

test('the behaviour may allow more levels, or fewer', () => {
  expect(patch(nested(1_000), { 'nesting-limit': 1_000 })).toBe('200');
  expect(patch(nested(1_500), { 'nesting-limit': 'none' })).toBe('200');
  expect(patch(nested(100_000), { 'nesting-limit': 'none' })).toMatch(/^400/);
  expect(patch(nested(2), { 'nesting-limit': 1 })).toMatch(/^400/);
  expect(patch('{"quantity":1}', { 'nesting-limit': 1 })).toBe('200');
});

test('brackets in strings do not nest', () => {
  expect(patch(`{"quantity":1,"note":"${'['.repeat(300)}"}`)).toBe('200');
});

test('`__proto__` is a key like any other', () => {
  expect(patch('{"quantity":1,"__proto__":{"quantity":2}}')).toBe('200');
  expect(patch('{"__proto__":{"quantity":2}}')).toBe('400 quantity is missing.');
  expect(patch('{"__proto__":1,"quantity":1,"__proto__":1}')).toMatch(/^400/);
});
