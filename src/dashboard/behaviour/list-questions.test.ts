import { expect, test } from 'vitest';
import type { Question } from './editor-kind.js';
import { isChanged, listQuestions } from './list-questions.js';

const question = (id: string, section: string, answer: unknown = 'yes'): Question => ({
  id,
  section,
  question: `What about ${id}?`,
  choices: 'yes, no',
  schema: { enum: ['yes', 'no'] },
  default: 'yes',
  answer,
});
const all = [
  question('order-of-checks', '–'),
  question('described-window', '8.2'),
  question('list-order', '4.1', 'no'),
  question('error-codes', '7'),
  question('ban-threshold', '8.4'),
];
const idsOf = (text: string, isChangedFirst = false) =>
  listQuestions(all, { text, isChangedFirst }).map(({ section, title, questions }) => [
    section,
    title,
    ...questions.map(({ id }) => id),
  ]);

test('questions stand by the headings of the document, in its order; others come last', () => {
  expect(idsOf('')).toEqual([
    ['4.1', 'List inventory', 'list-order'],
    ['7', 'Errors', 'error-codes'],
    ['8', 'Limits', 'described-window', 'ban-threshold'],
    ['–', 'Beside the document', 'order-of-checks'],
  ]);
});

test.each([
  ['BAN', ['ban-threshold']],
  ['§8.2', ['described-window']],
  ['"no"', ['list-order']],
  ['about order', ['list-order', 'order-of-checks']],
  ['about nothing', []],
])('searching for %s finds %j', (text, ids) => {
  expect(idsOf(text).flatMap(([, , ...found]) => found)).toEqual(ids);
});

test('those that were changed stand first on request', () => {
  expect(idsOf('', true).slice(0, 2)).toEqual([
    ['', 'Changed in this world', 'list-order'],
    ['7', 'Errors', 'error-codes'],
  ]);
  expect(idsOf('ban', true)).toEqual([['8', 'Limits', 'ban-threshold']]);
});

test('the order of members changes no answer', () => {
  const pair = { ...question('list-order', '4.1'), default: { minimum: 1, maximum: 2 } };
  expect(isChanged({ ...pair, answer: { maximum: 2, minimum: 1 } })).toBe(false);
  expect(isChanged({ ...pair, answer: { minimum: 1, maximum: 3 } })).toBe(true);
});
