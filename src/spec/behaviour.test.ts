import { expect, test } from 'vitest';
import { behaviourSchema, defaultBehaviour } from './behaviour.js';
import { openQuestions, questionIds } from './open-questions.js';
import { findViolation } from './validation/validate.js';

test('the default behaviour answers every open question', () => {
  expect(Object.keys(defaultBehaviour)).toEqual(questionIds);
  for (const id of questionIds) expect(defaultBehaviour[id]).toBe(openQuestions[id].default);
});

test('the default behaviour conforms to the schema of behaviours', () => {
  expect(findViolation('Behaviour', JSON.parse(JSON.stringify(defaultBehaviour)))).toBeUndefined();
});

test('a behaviour may leave every question to its default', () => {
  expect(findViolation('Behaviour', {})).toBeUndefined();
});

test('the answer to a question that nobody asked is refused', () => {
  expect(findViolation('Behaviour', { 'favourite-pet': 'cat' })).toEqual({
    pointer: '/favourite-pet',
    problem: 'is unknown',
  });
});

test('the schema knows every question', () => {
  expect(Object.keys(behaviourSchema.properties)).toEqual(questionIds);
});
