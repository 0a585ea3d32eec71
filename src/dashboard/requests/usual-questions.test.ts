import { expect, test } from 'vitest';
import { questionIds } from '../../spec/open-questions.js';
import { unusualQuestions } from './usual-questions.js';

test('questions that nearly every answer rests on are left out', () => {
  expect(unusualQuestions(['described-window', 'ban-status', 'error-codes'])).toEqual(['ban-status']);
});

test('the usual questions are eight of those that there are', () => {
  expect(questionIds.length - unusualQuestions(questionIds).length).toBe(8);
});
