import { expect, test } from 'vitest';
import { writePlainJson } from './write-plain-json.js';

const write = (value: unknown) => writePlainJson('Reading it', value);

test('plain data is written as JSON, with ids of any size', () => {
  expect(write({ petId: 9007199254740993n, tags: ['a', null], note: undefined })).toBe(
    '{"petId":9007199254740993,"tags":["a",null]}',
  );
});

test('an object referenced twice is written twice', () => {
  const cat = { kind: 'cat' };
  expect(write([cat, cat])).toBe('[{"kind":"cat"},{"kind":"cat"}]');
});

const circular: { inside?: object } = {};
circular.inside = { circular };

test.each([
  [() => 1, 'it is a function.'],
  [{ pets: [Symbol('x')] }, '/pets/0 is a symbol.'],
  [{ orders: Promise.resolve([]) }, '/orders is a promise. Write await before it.'],
  [circular, '/inside/circular contains itself.'],
  [JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`), 'it is nested over 100 levels deep.'],
])('a value that JSON cannot represent is rejected: %#', (value, problem) => {
  expect(() => write(value)).toThrow(`Reading it: ${problem}`);
});
