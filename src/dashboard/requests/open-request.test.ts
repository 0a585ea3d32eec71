import { expect, test } from 'vitest';
import { lineForTests } from '../live/live-for-tests.js';
import { neighboursOf } from './open-request.js';

const lines = [9, 7, 6, 2].map((number) => lineForTests({ number }));

test.each([
  [7, { newer: 9, older: 6 }],
  [9, { newer: undefined, older: 7 }],
  [2, { newer: 6, older: undefined }],
])('the neighbours of %i are %j', (number, neighbours) => {
  expect(neighboursOf(lines, number)).toEqual(neighbours);
});

test('a request that is no longer in the list has neighbours, too', () => {
  expect(neighboursOf(lines, 4)).toEqual({ newer: 6, older: 2 });
  expect(neighboursOf(lines, 1)).toEqual({ newer: 2, older: undefined });
  expect(neighboursOf([], 1)).toEqual({ newer: undefined, older: undefined });
});
