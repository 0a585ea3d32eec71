import { expect, test } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { createPetstore } from '../petstore.js';
import { checkedScenario, type ScenarioName } from './scenario-names.js';

test('a scenario is found by its name', () => {
  expect(checkedScenario('sold-out')).toBe('sold-out');
});

test.each([
  ['soldout', '"soldout". Did you mean \'sold-out\'? Scenarios: empty-store, sold-out,'],
  ['sunset', '"sunset". Did you mean \'after-sunset\'?'],
  ['rain', '"rain". Scenarios: empty-store'],
  ['toString', '"toString". Scenarios: empty-store'],
  [undefined, 'undefined. Scenarios: empty-store'],
])('%o is not a scenario', (name, message) => {
  expect(() => checkedScenario(name)).toThrow(InputError);
  expect(() => checkedScenario(name)).toThrow(`Running a scenario: unknown scenario ${message}`);
});

test('a promise of a name gets its own error', () => {
  expect(() => checkedScenario(Promise.resolve('slow'))).toThrow('Running a scenario: the name is a promise.');
});

test('creating a fake with an unknown scenario throws', () => {
  expect(() => createPetstore({ scenario: 'slowly' as ScenarioName, baseUrl: 'no URL' })).toThrow(
    "Did you mean 'slow'?",
  );
});
