import { expect, test } from 'vitest';
import { type AskOptions, ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';
import type { WorldOptions } from '../world-options.js';

function codeWith(
  codes: NonNullable<WorldOptions['behaviour']>['error-codes'],
  ...asked: [string, string, AskOptions?]
) {
  const world = createWorld({ behaviour: codes === undefined ? {} : { 'error-codes': codes } });
  return JSON.parse(ask(world, ...asked).body ?? '').code;
}

const update = ['PATCH', '/inventory/987654321', { json: { quantity: 1 } }] as const;
const lookup = ['GET', '/pets/987654321'] as const;

test('an operation may have a code of its own for a situation', () => {
  const codes = { 'updateInventory pet-unknown': 'NO_RESOURCE', 'pet-unknown': 'NO_PET', not_found: 'NOTHING' };
  expect(codeWith(codes, ...update)).toBe('NO_RESOURCE');
  expect(codeWith(codes, ...lookup)).toBe('NO_PET');
  expect(codeWith(codes, 'GET', '/nothing')).toBe('NOTHING');
});

test('what is told of one operation alone leaves the code of others to the fake', () => {
  expect(codeWith({ 'updateInventory pet-unknown': 'NO_RESOURCE' }, ...lookup)).toBe('not_found');
});

test('credentials that are no bearer token have a code of their own, else that of a wrong key', () => {
  const basic = ['GET', '/inventory', { key: null, headers: [['authorization', 'Basic dXNlcjpwYXNz']] }] as const;
  const codes = { 'key-missing': 'NO_KEY', 'key-wrong': 'BAD_KEY' };
  expect(codeWith({ ...codes, 'key-not-bearer': 'NO_BEARER' }, ...basic)).toBe('NO_BEARER');
  expect(codeWith(codes, ...basic)).toBe('BAD_KEY');
  expect(codeWith({ unauthorized: 'NO' }, ...basic)).toBe('NO');
});
