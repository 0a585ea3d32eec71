import { expect, test } from 'vitest';
import { behaviourSchema } from '../behaviour.js';
import { headingOf, sections } from '../sections.js';
import { findViolation } from '../validate.js';
import { openQuestions, questionIds } from './open-questions.js';

test('the ids are those that behaviour files and reports have used so far', () => {
  expect(questionIds).toMatchSnapshot();
});

test.each(questionIds)('%s is one question about an existing section', (id) => {
  const { question, section } = openQuestions[id];
  expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  expect(question).toMatch(/\?(?: \(.+\))?$/);
  expect(section === '–' || sections.has(headingOf(section))).toBe(true);
});

test.each(questionIds)('the default of %s is one of its choices', (id) => {
  expect(findViolation(behaviourSchema, { [id]: structuredClone(openQuestions[id].default) as never })).toBeUndefined();
});

test.each(questionIds)('%s rejects everything except its choices', (id) => {
  expect(findViolation(behaviourSchema, { [id]: ['no', 'such', 'choice'] })).toBeDefined();
});
