import { expect, test } from 'vitest';
import { checkSeedOptions, checkWorldOptions } from './world-options.js';

test.each([{}, { cors: false, onBug: () => {} }, { fixture: { inventory: [] } }, { pets: 1, seed: undefined }])(
  '%j can be',
  (options) => {
    expect(() => checkWorldOptions(options)).not.toThrow();
  },
);

test.each([
  [
    { baseURL: 'http://x/v1' },
    "there is no option baseURL. Did you mean 'baseUrl'? Options: pets, seed, fixture, baseUrl",
  ],
  [{ cors: 'yes' }, 'the option cors is of another kind. Try { cors: false }.'],
  [{ onBug: 1 }, 'the option onBug is of another kind'],
  [{ behaviour: [] }, 'the option behaviour is of another kind'],
  [{ keys: ['my_key'] }, "the option keys is of another kind. Try { keys: { my_key: 'pro' } }."],
  [{ journalLimit: -1 }, 'the option journalLimit is of another kind. Try { journalLimit: 1000 }.'],
  [{ toString: 1 }, 'there is no option toString'],
  [null, 'the options are no object'],
  [5, 'the options are no object'],
])('%j cannot be, and the error says why', (options, problem) => {
  expect(() => checkWorldOptions(options)).toThrow(`Opening the fake: ${problem}`);
});

test('seed takes fewer options', () => {
  expect(() => checkSeedOptions({ pets: 1 })).not.toThrow();
  expect(() => checkSeedOptions({ fixtures: {} })).toThrow(
    "there is no option fixtures. Did you mean 'fixture'? Options: pets, seed, fixture.",
  );
});

test('an option that has still to be waited for is told apart', () => {
  expect(() => checkWorldOptions(Promise.resolve({}))).toThrow(
    'Opening the fake: the options object is a promise. Write await before it.',
  );
  expect(() => checkWorldOptions({ fixture: Promise.resolve({}) })).toThrow('the option fixture is a promise');
  expect(() => checkSeedOptions({ pets: Promise.resolve(5) })).toThrow(
    'Seeding the fake: the option pets is a promise',
  );
});
