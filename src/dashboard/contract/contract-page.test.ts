import { expect, test } from 'vitest';
import { judgedRequests } from './contract-page.js';

test.each([
  [undefined, undefined],
  [{ from: 0, to: 0 }, undefined],
  [{ from: 7, to: 7 }, 'request #7'],
  [{ from: 1, to: 500 }, 'requests #1 to #500'],
])('a report %j is about %s', (report, words) => {
  expect(judgedRequests(report)).toBe(words);
});
