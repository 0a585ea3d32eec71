import { expect, test } from 'vitest';
import { checkSeedOptions, checkWorldOptions } from './world-options.js';

test.each([{}, { cors: false, onBug: () => {} }, { fixture: { inventory: [] } }, { pets: 1, seed: undefined }])(
  '%j is valid',
  (options) => {
    expect(() => checkWorldOptions(options)).not.toThrow();
  },
);

test.each([
  [
    { baseURL: 'http://x/v1' },
    "there is no such field in the options. Did you mean 'baseUrl'? Fields: pets, seed, fixture, baseUrl",
  ],
  [{ cors: 'yes' }, 'the option cors has the wrong type. Try { cors: false }.'],
  [{ onBug: 1 }, 'the option onBug has the wrong type'],
  [{ behaviour: [] }, 'the option behaviour has the wrong type'],
  [{ keys: ['my_key'] }, "the option keys has the wrong type. Try { keys: { my_key: 'pro' } }."],
  [{ journalLimit: -1 }, 'the option journalLimit has the wrong type. Try { journalLimit: 1000 }.'],
  [{ toString: 1 }, 'there is no such field in the options'],
  [null, 'the options should be an object'],
  [5, 'the options should be an object'],
])('%j is rejected with the reason', (options, problem) => {
  expect(() => checkWorldOptions(options)).toThrow(`Opening the fake: ${problem}`);
});

test('seed accepts fewer options', () => {
  expect(() => checkSeedOptions({ pets: 1 })).not.toThrow();
  expect(() => checkSeedOptions({ fixtures: {} })).toThrow(
    "there is no such field in the options. Did you mean 'fixture'? Fields: pets, seed, fixture.",
  );
});

test('a promise of an option gets its own error', () => {
  expect(() => checkWorldOptions(Promise.resolve({}))).toThrow(
    'Opening the fake: the options object is a promise. Write await before it.',
  );
  expect(() => checkWorldOptions({ fixture: Promise.resolve({}) })).toThrow('the fixture is a promise');
  expect(() => checkSeedOptions({ pets: Promise.resolve(5) })).toThrow('Seeding the fake: the pets is a promise');
});
