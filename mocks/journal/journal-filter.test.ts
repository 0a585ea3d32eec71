import { expect, test } from 'vitest';
import { checkFilter } from './journal-filter.js';

test.each([
  ['nothing', {}],
  ['an operation', { operation: 'updateInventory' }],
  ['a status', { status: 429 }],
  ['a key', { key: 'test_free' }],
  ['parts that are undefined', { operation: undefined, status: undefined, key: undefined }],
])('a filter may ask for %s', (_, filter) => {
  expect(() => checkFilter(filter)).not.toThrow();
});

test.each([
  ['a promise', Promise.resolve({}), 'the filter object is a promise. Write await before it.'],
  ['no object', 'updateInventory', "the filter should be an object. Try list({ operation: 'updateInventory' })."],
  ['null', null, 'the filter should be an object'],
  ['a list', [], 'the filter should be an object'],
  ['another name', { method: 'GET' }, 'there is no such field in the filter. Fields: operation, status, key.'],
  ['a name of every object', { constructor: 1 }, 'there is no such field in the filter'],
  [
    'an unknown operation',
    { operation: 'deletePet' },
    'there is no operation "deletePet". Operations: listInventory, ',
  ],
  ['a misspelt operation', { operation: 'update-inventory' }, "Did you mean 'updateInventory'?"],
  ['an operation that is no text', { operation: 4 }, 'there is no operation 4'],
  ['a status as text', { status: '429' }, 'the status "429" is no integer. Try 429.'],
  ['a fraction of a status', { status: 4.5 }, 'the status 4.5 is no integer'],
  ['null for a status', { status: null }, 'the status null is no integer'],
  ['a promise of a status', { status: Promise.resolve(429) }, 'the status is a promise'],
  ['a promise of a key', { key: Promise.resolve('test_free') }, 'the key is a promise. Write await before it.'],
  ['a promise of an operation', { operation: Promise.resolve('getPet') }, 'the operation is a promise'],
])('%s is refused', (_, filter, message) => {
  expect(() => checkFilter(filter)).toThrow(message);
  expect(() => checkFilter(filter)).toThrow(/^Reading the journal: /);
});
