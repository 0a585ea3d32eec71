import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { RequestLine, RequestPage } from '../../admin/schemas/requests.js';
import { lineForTests } from '../live/live-for-tests.js';
import { everyRequest, Feed, type FeedFilter, filterLines, marksOf as marksAmong } from './feed.js';

type List = AdminClient['requests']['list'];

/** Requests from 1 to `latest`, of which the page has the newest `recent`. */
function setUp({ latest, recent, list }: { latest: number; recent: number; list?: List }) {
  const lines = (to: number): readonly RequestLine[] =>
    Array.from({ length: Math.min(recent, to) }, (_, index) => lineForTests({ number: to - index }));
  const requests = signal(lines(latest));
  const requestCounts = signal({ latest, kept: latest, isBoundBySize: false });
  const mannersViolations = signal<ReadonlyMap<number, readonly string[]>>(new Map());
  const contractViolations = signal<ReadonlyMap<number, readonly string[]>>(new Map());
  const client = { requests: { list } } as unknown as AdminClient;
  const come = (count: number) => {
    const to = requestCounts.value.latest + count;
    requests.value = lines(to);
    requestCounts.value = { latest: to, kept: to, isBoundBySize: false };
  };
  const goBack = (to: number) => {
    requests.value = lines(to);
    requestCounts.value = { latest: to, kept: to, isBoundBySize: false };
  };
  const clear = () => {
    requests.value = [];
    requestCounts.value = { ...requestCounts.value, kept: 0 };
  };
  const feed = new Feed({ client, requests, requestCounts, mannersViolations, contractViolations });
  return { feed, come, goBack, clear, mannersViolations, contractViolations };
}

const numbers = (lines: readonly RequestLine[]) => lines.map(({ number }) => number);
const page = (items: RequestLine[], next: string | null): RequestPage => ({
  items,
  next,
  total: items.length,
});

test('the list is live', () => {
  const { feed, come } = setUp({ latest: 3, recent: 3 });
  come(1);
  expect(numbers(feed.shown.value)).toEqual([4, 3, 2]);
  expect(feed.missed.value).toBe(0);
});

test('a paused list stays still and counts what arrives', () => {
  const { feed, come } = setUp({ latest: 3, recent: 3 });
  feed.pause();
  come(250);
  expect(numbers(feed.shown.value)).toEqual([3, 2, 1]);
  expect(feed.missed.value).toBe(250);
  feed.resume();
  expect(numbers(feed.shown.value)).toEqual([253, 252, 251]);
});

test('a list that is held is live again when a reset, a snapshot or a clearing removes its requests', () => {
  const { feed, goBack, come, clear } = setUp({ latest: 9, recent: 3 });
  const stop = feed.follow();
  feed.pause();
  goBack(5);
  come(1);
  expect(numbers(feed.shown.value)).toEqual([6, 5, 4]);
  expect(feed.isPaused.value).toBe(false);
  feed.pause();
  clear();
  expect(feed.shown.value).toEqual([]);
  stop();
});

test('a filter applies to later requests', () => {
  const { feed, come, mannersViolations } = setUp({ latest: 3, recent: 3 });
  feed.setFilter({ isOnlyBadManners: true });
  expect(feed.shown.value).toEqual([]);
  mannersViolations.value = new Map([[4, ['It was sent too early.']]]);
  come(1);
  expect(numbers(feed.shown.value)).toEqual([4]);
});

test('the filter for violations shows a request as soon as its violation is reported', () => {
  const { feed, contractViolations } = setUp({ latest: 3, recent: 3 });
  feed.setFilter({ isOnlyViolations: true });
  contractViolations.value = new Map([[2, ['body/json: no JSON']]]);
  expect(numbers(feed.shown.value)).toEqual([2]);
});

test('older requests are read from the server, page by page', async () => {
  const filters: unknown[] = [];
  const list: List = async (filter) => {
    filters.push(filter);
    return filters.length === 1
      ? page([lineForTests({ number: 5 }), lineForTests({ number: 4 })], '4')
      : page([lineForTests({ number: 1 })], null);
  };
  const { feed } = setUp({ latest: 8, recent: 3, list });
  feed.setFilter({ method: 'GET' });
  expect(feed.hasOlder.value).toBe(true);
  await feed.loadOlder();
  expect(numbers(feed.shown.value)).toEqual([8, 7, 6, 5, 4]);
  await feed.loadOlder();
  expect(numbers(feed.shown.value)).toEqual([8, 7, 6, 5, 4, 1]);
  expect(feed.hasOlder.value).toBe(false);
  expect(filters).toEqual([
    { limit: 500, after: '6' },
    { limit: 500, after: '4' },
  ]);
});

test('a filter is applied to page after page', async () => {
  const filters: unknown[] = [];
  const list: List = async (filter) => {
    filters.push(filter);
    const after = Number(filter?.after);
    return page([lineForTests({ number: after - 1, target: `/v1/inventory/${after - 1}` })], String(after - 1));
  };
  const { feed } = setUp({ latest: 20, recent: 3, list });
  feed.setFilter({ text: '/15' });
  await feed.loadOlder();
  expect(numbers(feed.shown.value)).toEqual([15]);
  expect(filters).toEqual([
    { limit: 500, after: '18' },
    { limit: 500, after: '17' },
    { limit: 500, after: '16' },
  ]);
});

test('a search shows what the whole journal has, page by page, until the list is resumed or the journal is cleared', async () => {
  const queries: unknown[] = [];
  const list: List = async (query) => {
    queries.push(query);
    return page([lineForTests({ number: query?.after === undefined ? 5 : 4 })], '5');
  };
  const { feed, come, clear } = setUp({ latest: 8, recent: 3, list });
  const stop = feed.follow();
  await feed.search('sold');
  come(1);
  expect(numbers(feed.shown.value)).toEqual([5]);
  expect(feed.searched.value).toBe('sold');
  expect(feed.hasOlder.value).toBe(true);
  await feed.loadOlder();
  expect(numbers(feed.shown.value)).toEqual([5, 4]);
  expect(queries).toEqual([
    { limit: 500, text: 'sold' },
    { limit: 500, text: 'sold', after: '5' },
  ]);
  await feed.search(' ');
  expect(numbers(feed.shown.value)).toEqual([9, 8, 7]);
  await feed.search('sold');
  clear();
  expect(feed.shown.value).toEqual([]);
  expect(feed.searched.value).toBeUndefined();
  stop();
});

test('a complete list has no older requests', () => {
  expect(setUp({ latest: 3, recent: 5 }).feed.hasOlder.value).toBe(false);
});

test('older requests that arrive after the list was resumed are ignored', async () => {
  let response: (page: RequestPage) => void = () => {};
  const list: List = () => new Promise((resolve) => (response = resolve));
  const { feed } = setUp({ latest: 8, recent: 2, list });
  const loading = feed.loadOlder();
  feed.resume();
  response(page([lineForTests({ number: 6 })], null));
  await loading;
  expect(numbers(feed.shown.value)).toEqual([8, 7]);
  expect(feed.isLoading.value).toBe(false);
});

test('the list reports why older requests could not be loaded', async () => {
  const list: List = async () => Promise.reject(new Error('The server is gone.'));
  const { feed } = setUp({ latest: 8, recent: 2, list });
  await feed.loadOlder();
  expect(feed.problem.value).toBe('The server is gone.');
  expect(feed.isLoading.value).toBe(false);
});

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

const marksOf = (line: RequestLine, contract: string[] = [], manners: string[] = []) => {
  const of = (texts: string[]) => ({ value: new Map(texts.length === 0 ? [] : [[line.number, texts]]) });
  return marksAmong(line, { contractViolations: of(contract), mannersViolations: of(manners) });
};

test('a conformant request has no mark', () => {
  expect(marksOf(lineForTests({ assumed: ['ban-status'] }))).toEqual([]);
});

test('a reset has a mark', () => {
  expect(marksOf(lineForTests({ status: null, cut: 'reset' })).map(({ label }) => label)).toEqual(['reset']);
});

test('a disconnected client is distinguished from a truncated response, with or without a status', () => {
  for (const status of [200, null]) {
    expect(marksOf(lineForTests({ status, cut: 'left' })).map(({ label }) => label)).toEqual(['client left']);
  }
});

test('marks have explanations, the most severe first', () => {
  const line = lineForTests({ cut: 'truncated', fault: '3' });
  const marks = marksOf(line, ['body/json: no JSON'], ['It was sent 3 s before the end of Retry-After.']);
  expect(marks.map(({ label }) => label)).toEqual(['violation', 'ill-mannered', 'cut off', 'fault 3']);
  expect(marks.flatMap(({ words }) => words)).toEqual([
    'body/json: no JSON',
    'It was sent 3 s before the end of Retry-After.',
    'The connection closed halfway through the body.',
    'Fault 3 applied.',
  ]);
});

test('a replayed request names the one that it repeats', () => {
  const [mark] = marksOf(lineForTests({ number: 9, replayOf: 7 }));
  expect(mark).toMatchObject({ kind: 'replay', label: 'replay of #7' });
});
