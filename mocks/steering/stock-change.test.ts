import { expect, test } from 'vitest';
import { checkedChange } from './stock-change.js';

test.each([
  [5, { quantity: 5 }],
  [-0, { quantity: 0 }],
  [{ quantity: -3 }, { quantity: -3 }],
  [{ status: 'sold' }, { status: 'sold' }],
  [
    { quantity: Number.MAX_SAFE_INTEGER, status: 'pending' },
    { quantity: Number.MAX_SAFE_INTEGER, status: 'pending' },
  ],
  [{}, {}],
  [
    { petId: 1, quantity: 5, status: 'sold' },
    { quantity: 5, status: 'sold' },
  ],
])('%j changes %j', (change, expected) => {
  expect(checkedChange('Setting', '1', change)).toStrictEqual(expected);
});

test.each([
  [1.5, '1.5 is no quantity. Try 5'],
  [2 ** 53, '9007199254740992 is no quantity. Try 5'],
  [{ quantity: '5' }, '"5" is no quantity. Try 5'],
  [{ quantity: null }, 'null is no quantity. Try 5'],
  [{ status: 'lost' }, '"lost" is no status. Statuses: available, pending, sold.'],
  [
    { quantity: 5, state: 'sold' },
    "there is no such field in the change. Did you mean 'status'? Fields: quantity, status, petId.",
  ],
  [{ petId: 2, quantity: 5 }, "a pet's id cannot be changed, and this is the pet 1. Try 5"],
  [undefined, "the change should be an object. Try 5, or { quantity: 5, status: 'sold' }."],
  [Promise.resolve(5), 'the change object is a promise. Write await before it.'],
])('%j is refused: %s', (change, problem) => {
  expect(() => checkedChange('Setting', '1', change)).toThrow(`Setting: ${problem}`);
});
