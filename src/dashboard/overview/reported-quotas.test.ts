import { expect, test } from 'vitest';
import { lineForTests } from '../live/live-for-tests.js';
import { reportedQuotas } from './reported-quotas.js';

const told = (number: number, key: string | null, ...counts: [limit: number, remaining: number] | []) => {
  const [limit, remaining = 0] = counts;
  const limits = limit === undefined ? null : { limit, remaining, resetSeconds: 1_795_262_460 };
  return lineForTests({ number, key, limits });
};

test('uses the newest response of each limit, the smallest limit first', () => {
  const lines = [told(4, 'key#1', 1_000, 412), told(3, 'key#1', 60, 8), told(2, 'key#1', 1_000, 413)];
  expect(reportedQuotas(lines)).toEqual([
    {
      alias: 'key#1',
      quotas: [
        { number: 3, limit: 60, remaining: 8, resetSeconds: 1_795_262_460 },
        { number: 4, limit: 1_000, remaining: 412, resetSeconds: 1_795_262_460 },
      ],
    },
  ]);
});

test('keys are sorted by number; requests without a key are ignored', () => {
  const lines = [told(3, 'key#10', 60, 8), told(2, null, 60, 9), told(1, 'key#2', 60, 10)];
  expect(reportedQuotas(lines).map(({ alias }) => alias)).toEqual(['key#2', 'key#10']);
});

test('a response without a limit does not replace the older report', () => {
  const lines = [told(3, 'key#1'), told(2, 'key#1', 60, 8), told(1, 'key#2')];
  expect(reportedQuotas(lines).map(({ quotas }) => quotas.map(({ number }) => number))).toEqual([[2], []]);
});

test('at most four limits per key are shown, the newest ones', () => {
  const lines = Array.from({ length: 9 }, (_, index) => told(9 - index, 'key#1', 100 + index, 1));
  expect(reportedQuotas(lines)[0]?.quotas.map(({ number }) => number)).toEqual([9, 8, 7, 6]);
});
