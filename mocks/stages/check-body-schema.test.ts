import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';

/** Sends an update of pet 1 or a message; returns the status and, for an Error, its message. */
function send(method: 'PATCH' | 'POST', body: string, behaviour: WorldOptions['behaviour'] = {}): string {
  const path = method === 'PATCH' ? '/inventory/1' : '/messages';
  const headers = [['content-type', 'application/json']] as const;
  const response = ask(new World({ pets: 1, behaviour }), method, path, { headers, body });
  const { message } = JSON.parse(response.body ?? '');
  return response.status === 200 ? '200' : `${response.status} ${message}`;
}

test.each(['0', '12', '-3', '-0', '1e2', '5.0', '1200e-2', '9007199254740991', '-9007199254740991'])(
  '%s is a quantity',
  (quantity) => {
    expect(send('PATCH', `{"quantity":${quantity}}`)).toBe('200');
  },
);

test.each([
  '"12"',
  '12.5',
  'null',
  'true',
  '[1]',
  '{}',
  '1e-1',
  '12.000000000000000000001',
  '{"value":"1","isLosslessNumber":true}',
])('%s is not a quantity', (quantity) => {
  expect(send('PATCH', `{"quantity":${quantity}}`)).toBe('400 quantity must be integer.');
});

test.each([
  '9007199254740992',
  '9007199254740993',
  '-9007199254740992',
  '9223372036854775808',
  '1e400',
  '1e999999999',
  '1'.repeat(400),
])('%s is out of range and never rounded into it', (quantity) => {
  expect(send('PATCH', `{"quantity":${quantity}}`)).toBe(
    '400 quantity must be from -9007199254740991 to 9007199254740991.',
  );
});

test('the behaviour may set an inclusive range', () => {
  const behaviour = { 'quantity-range': { minimum: 0, maximum: 100 } };
  expect(send('PATCH', '{"quantity":-1}', behaviour)).toBe('400 quantity must be from 0 to 100.');
  expect(send('PATCH', '{"quantity":0}', behaviour)).toBe('200');
  expect(send('PATCH', '{"quantity":100}', behaviour)).toBe('200');
  expect(send('PATCH', '{"quantity":101}', behaviour)).toBe('400 quantity must be from 0 to 100.');
});

test.each(['{}', '{"Quantity":1}', '{"message":"hello"}'])('%s lacks a quantity', (body) => {
  expect(send('PATCH', body)).toBe('400 quantity is missing.');
});

test.each(['{}', '{"text":"hello"}', '{"quantity":1}'])('%s lacks a message', (body) => {
  expect(send('POST', body)).toBe('400 message is missing.');
});

test.each(['12', 'null', 'true', '["hello"]', '{"text":"hello"}'])('the message %s is not a string', (message) => {
  expect(send('POST', `{"message":${message}}`)).toBe('400 message must be string.');
});

test('an empty message is valid', () => {
  expect(send('POST', '{"message":""}')).toBe('200');
});

test.each(['note', '__proto__', 'constructor', 'toString', 'petId', 'status'])(
  'the field %s is an extra field',
  (field) => {
    expect(send('PATCH', `{"quantity":1,"${field}":1}`)).toBe('200');
    expect(send('PATCH', `{"quantity":1,"${field}":1}`, { 'extra-body-fields': 'refused' })).toBe(
      `400 "${field}" is not a field of this body.`,
    );
  },
);

test('a message may have extra fields too', () => {
  expect(send('POST', '{"message":"hello","to":"you"}')).toBe('200');
  expect(send('POST', '{"message":"hello","to":"you"}', { 'extra-body-fields': 'refused' })).toBe(
    '400 "to" is not a field of this body.',
  );
});

test('extra fields do not change other fields', () => {
  const world = new World({ pets: 1 });
  const before = world.inventory.get('1')?.status;
  ask(world, 'PATCH', '/inventory/1', { json: { quantity: 7, status: 'sold', petId: 2 } });
  expect(world.inventory.snapshot()).toEqual([{ petId: '1', quantity: 7, status: before }]);
});
