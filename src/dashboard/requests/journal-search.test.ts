import { expect, test } from 'vitest';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { RequestPage } from '../../admin/schemas/requests.js';
import { lineForTests } from '../live/live-for-tests.js';
import { JournalSearch, noTerms, queryOf } from './journal-search.js';

type List = AdminClient['requests']['list'];

const searchWith = (list: List) => new JournalSearch({ requests: { list } } as unknown as AdminClient);

const page = (numbers: readonly number[], next: string | null): RequestPage => ({
  items: numbers.map((number) => lineForTests({ number })),
  total: 3,
  matches: 4,
  next,
});

test('only what was typed is asked for, and a range contains its last second', () => {
  expect(queryOf(noTerms)).toEqual({});
  expect(queryOf({ text: ' sold ', from: '2026-11-21T12:00', to: '2026-11-21T12:00:05' })).toEqual({
    text: ' sold ',
    from: '2026-11-21T12:00:00.000Z',
    to: '2026-11-21T12:00:05.999Z',
  });
});

test('pages are added until the last one', async () => {
  const asked: unknown[] = [];
  const search = searchWith(async (query) => {
    asked.push(query);
    return asked.length === 1 ? page([9, 7], '7') : page([2], null);
  });
  await search.start({ ...noTerms, text: 'sold' });
  await search.loadMore();
  await search.loadMore();
  expect(search.found.value).toMatchObject({ total: 3, matches: 4, next: null });
  expect(search.found.value?.lines.map(({ number }) => number)).toEqual([9, 7, 2]);
  expect(asked).toEqual([
    { text: 'sold', limit: 200 },
    { text: 'sold', limit: 200, after: '7' },
  ]);
});

test('a search that ended or was replaced changes nothing any more', async () => {
  const responses: ((page: RequestPage) => void)[] = [];
  const search = searchWith(() => new Promise((resolve) => responses.push(resolve)));
  const first = search.start({ ...noTerms, text: 'first' });
  const second = search.start({ ...noTerms, text: 'second' });
  responses[1]?.(page([2], null));
  responses[0]?.(page([1], null));
  await Promise.all([first, second]);
  expect(search.found.value?.lines).toMatchObject([{ number: 2 }]);
  const third = search.start(noTerms);
  search.end();
  responses[2]?.(page([3], null));
  await third;
  expect([search.found.value, search.isRunning.value]).toEqual([undefined, false]);
});

test('a failed search says why, and keeps what was found', async () => {
  let isBroken = false;
  const search = searchWith(async () =>
    isBroken ? Promise.reject(new Error('The server is gone.')) : page([1], null),
  );
  await search.start(noTerms);
  isBroken = true;
  await search.start({ ...noTerms, text: 'sold' });
  expect(search.problem.value).toBe('The server is gone.');
  expect(search.found.value?.lines).toHaveLength(1);
});
