import { expect, it } from 'vitest';
import { findCauses } from './causes.js';

type Fact = readonly [path: string, left?: string, right?: string];

/** Returns the cause of each difference; `alike`: paths that were compared and are equal. */
function causesOf(facts: readonly Fact[], alike: readonly string[] = []) {
  const differences = facts.map(([path, left = 'a', right = 'b']) => ({ path, left, right }));
  const causeOf = findCauses(differences, new Set([...alike, ...facts.map(([path]) => path)]));
  return differences.map(causeOf);
}

const [STATUS, CODE, TEXT] = [
  'question/malformed-pet-id',
  'question/error-codes/pet-id-malformed',
  'question/error-messages/updateInventory pet-id-malformed',
];

it('attributes a code and a message to the status of their situation', () => {
  const alike = ['question/error-codes/unauthorized', 'question/error-messages/unauthorized'];
  expect(causesOf([[CODE], [TEXT], [STATUS]], alike)).toEqual([STATUS, STATUS, undefined]);
  expect(causesOf([[CODE], [TEXT]], alike)).toEqual([undefined, undefined]);
});

it('groups errors by their new text, or all of them if none is left', () => {
  const [missing, wrong, found] = ['key-missing', 'key-wrong', 'not_found'].map(
    (name) => `question/error-codes/${name}`,
  );
  const renamed: Fact[] = [
    [missing ?? '', 'no', 'NO'],
    [wrong ?? '', 'no', 'NO'],
    [found ?? '', 'none', 'NONE'],
  ];
  expect(causesOf(renamed, ['question/error-codes/invalid_request'])).toEqual([undefined, missing, undefined]);
  expect(causesOf(renamed)).toEqual([undefined, missing, missing]);
});

it('groups the members of one choice, but not two questions', () => {
  const path = 'question/quantity-range/minimum';
  const facts: Fact[] = [[path, '0', '1'], ['question/quantity-range/maximum', '9', '8'], ['question/list-order']];
  expect(causesOf(facts, ['question/quantity-range'])).toEqual([undefined, path, undefined]);
});

it('groups the same header of several kinds of responses', () => {
  const path = 'response/getPet/404/header/x-problem';
  const facts: Fact[] = [
    [path],
    ['response/other/404/header/x-problem'],
    ['response/other/405/header/x-problem', 'a', 'c'],
  ];
  expect(causesOf(facts)).toEqual([undefined, path, undefined]);
});

it('attributes limits to the plan, and other methods to the unknown one if they changed alike', () => {
  expect(causesOf([['limit/plan'], ['limit/perMinute'], ['limit/perDay']])).toEqual([
    undefined,
    'limit/plan',
    'limit/plan',
  ]);
  expect(causesOf([['limit/perMinute'], ['limit/perDay']])).toEqual([undefined, undefined]);
  const method = 'question/unknown-method';
  expect(
    causesOf([
      [method, '405', '404'],
      ['question/plain-options', '405', '404'],
    ]),
  ).toEqual([undefined, method]);
  expect(
    causesOf([
      [method, '405', '404'],
      ['question/plain-options', '405', '204'],
    ]),
  ).toEqual([undefined, undefined]);
});
