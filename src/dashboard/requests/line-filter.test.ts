import { expect, test } from 'vitest';
import { lineForTests } from '../live/live-for-tests.js';
import { everyRequest, type FeedFilter, filterLines } from './line-filter.js';

const lines = [
  lineForTests({ number: 4, status: null, cut: 'reset', key: null }),
  lineForTests({ number: 3, method: 'PATCH', operation: 'updateInventory', target: '/v1/inventory/42?Debug=1' }),
  lineForTests({ number: 2, status: 429, key: 'key#2' }),
  lineForTests({ number: 1, status: 404, operation: null, target: '/v1/nowhere' }),
];
const verdicts = {
  contractViolations: {
    value: new Map([
      [1, ['']],
      [2, ['']],
    ]),
  },
  mannersViolations: {
    value: new Map([
      [2, ['']],
      [3, ['']],
    ]),
  },
};
const shown = (filter: Partial<FeedFilter>) =>
  filterLines(lines, { ...everyRequest, ...filter }, verdicts).map(({ number }) => number);

test.each([
  [{ text: 'debug' }, [3]],
  [{ text: '/inventory' }, [4, 3, 2]],
  [{ method: 'PATCH' }, [3]],
  [{ status: '4xx' }, [2, 1]],
  [{ status: '429' }, [2]],
  [{ status: 'none' }, [4]],
  [{ operation: 'listInventory' }, [4, 2]],
  [{ key: 'key#2' }, [2]],
  [{ key: 'none' }, [4]],
  [{ isOnlyBadManners: true }, [3, 2]],
  [{ isOnlyViolations: true }, [2, 1]],
  [{ isOnlyViolations: true, isOnlyBadManners: true }, [2]],
  [{ status: '4xx', key: 'key#1' }, [1]],
])('%j shows %j', (filter, numbers) => {
  expect(shown(filter)).toEqual(numbers);
});

test('without a filter the list is returned unchanged', () => {
  expect(filterLines(lines, everyRequest, verdicts)).toBe(lines);
});
