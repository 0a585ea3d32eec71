import { expect, test } from 'vitest';
import { behaviourSchema, defaultBehaviour } from './behaviour.js';
import { openQuestions, questionIds } from './open-questions.js';
import { findViolation } from './validation/validate.js';

test('the default behaviour has a choice for every open question', () => {
  expect(Object.keys(defaultBehaviour)).toEqual(questionIds);
  for (const id of questionIds) expect(defaultBehaviour[id]).toBe(openQuestions[id].default);
});

test('the default behaviour conforms to the schema of behaviours', () => {
  expect(findViolation(behaviourSchema, JSON.parse(JSON.stringify(defaultBehaviour)))).toBeUndefined();
});

test('a behaviour may omit every question', () => {
  expect(findViolation(behaviourSchema, {})).toBeUndefined();
});

test('a choice for an unknown question is rejected', () => {
  expect(findViolation(behaviourSchema, { 'favourite-pet': 'cat' })).toEqual({
    pointer: '/favourite-pet',
    problem: 'is unknown',
  });
});

test('the schema has every question', () => {
  expect(Object.keys(behaviourSchema.properties)).toEqual(questionIds);
});
