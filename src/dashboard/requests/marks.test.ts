import { expect, test } from 'vitest';
import { questionIds } from '../../spec/open-questions.js';
import { lineForTests } from '../live/live-for-tests.js';
import { marksOf, unusualQuestions } from './marks.js';

test('a request as it should be has no mark', () => {
  expect(marksOf(lineForTests({ assumed: ['described-window', 'cache-control'] }))).toEqual([]);
});

test('a reset has no mark: the status says it', () => {
  expect(marksOf(lineForTests({ status: null, cut: 'reset' }))).toEqual([]);
});

test('a client that left is told from a service that broke off, be there an answer or not', () => {
  for (const status of [200, null]) {
    expect(marksOf(lineForTests({ status, cut: 'left' })).map(({ label }) => label)).toEqual(['client left']);
  }
});

test('marks say what they mean, the gravest first', () => {
  const line = lineForTests({ cut: 'truncated', fault: '3', assumed: ['ban-status', 'window-start'] });
  const marks = marksOf(line, {
    mannersViolations: ['It was sent 3 s before the end of Retry-After.'],
    contractViolations: ['body/json: no JSON'],
  });
  expect(marks.map(({ label }) => label)).toEqual(['violates a rule', 'ill-mannered', 'cut off', 'fault 3', '1 open']);
  expect(marks.flatMap(({ words }) => words)).toEqual([
    'body/json: no JSON',
    'It was sent 3 s before the end of Retry-After.',
    'The connection closed halfway through the body.',
    'Fault 3 applied.',
    'It depends on 1 open question: ban-status.',
  ]);
});

test('where no other mark stands, there is room to say what is open', () => {
  const [mark, ...others] = marksOf(lineForTests({ assumed: ['ban-status', 'pet-shape'] }));
  expect(others).toEqual([]);
  expect(mark).toEqual({
    kind: 'open',
    label: '2 open questions',
    words: ['It depends on 2 open questions: ban-status, pet-shape.'],
  });
});

test('questions that nearly every answer rests on are left out', () => {
  expect(unusualQuestions(['described-window', 'ban-status', 'error-codes'])).toEqual(['ban-status']);
});

test('the usual questions are eight of those that there are', () => {
  expect(questionIds.length - unusualQuestions(questionIds).length).toBe(8);
});
