import { expect, it } from 'vitest';
import { recorded, settings } from '../../tests/recorded.js';
import { mergeExchanges, readHars } from './read-har.js';
import { writeHar } from './write-har.js';

const creator = { name: 'petstore-mock', version: '1' };

it('sorts exchanges by time, and renumbers them', () => {
  const { exchanges: late } = recorded({ atMs: 500, path: '/inventory?c' }, { atMs: 700, path: '/inventory?d' });
  const { exchanges: early } = recorded({ atMs: 100, path: '/inventory?a', sentAfter: 1 }, { atMs: 600 });
  const merged = mergeExchanges([late, early]);
  expect(merged.map(({ number, startedMs }) => [number, startedMs % 1000])).toEqual([
    [1, 100],
    [2, 500],
    [3, 600],
    [4, 700],
  ]);
  expect(merged[0]).not.toHaveProperty('sentAfter');
});

it('distinguishes keys between recordings and within one', () => {
  const other = { kind: 'bearer', name: 'key#2', standing: 'unknown' } as const;
  const { exchanges: one } = recorded({ atMs: 0 }, { atMs: 100, credential: other });
  const { exchanges: two } = recorded({ atMs: 200 }, { atMs: 300, credential: other, path: '/inventory?key=key#2' });
  const merged = mergeExchanges([one, two]);
  expect(merged.map(({ request }) => 'name' in request.credential && request.credential.name)).toEqual([
    'key#1',
    'key#2',
    'key#3',
    'key#4',
  ]);
  expect(merged[3]?.request.url).toMatch(/key=key#4$/);
  expect(merged[3]?.request.headers).toContainEqual(['Authorization', 'Bearer key#4']);
});

it('removes duplicates of two recordings, whatever the pseudonym of the key', () => {
  const credential = { kind: 'bearer', name: 'key#7', standing: 'unknown' } as const;
  const { exchanges: one } = recorded({ atMs: 0, path: '/inventory' }, { atMs: 100 });
  const { exchanges: two } = recorded({ atMs: 0, credential }, { atMs: 100, path: '/inventory?other' });
  expect(mergeExchanges([one, two])).toHaveLength(3);
});

it('does not change a body that was not redacted', () => {
  const { exchanges } = recorded({ body: { note: 'key#1 on the board' } });
  const [, merged] = mergeExchanges([recorded({ atMs: -500 }).exchanges, exchanges]);
  expect(merged?.response?.body).toMatchObject({ text: '{"note":"key#1 on the board"}' });
});

it('drops the facts of a run when it merges several recordings', () => {
  const { baseUrl } = settings;
  const known = { baseUrl, messagesUrl: undefined, level: 'read', plan: undefined, isExclusive: true } as const;
  const run = { ...known, petId: undefined, seed: 1, stopped: undefined };
  const text = writeHar({ ...recorded({}), run }, creator);
  const later = writeHar(recorded({ atMs: 5_000 }), creator);
  expect(readHars([{ text, name: 'a.har' }]).run).toEqual(run);
  const both = readHars([
    { text, name: 'a.har' },
    { text: later, name: 'b.har' },
  ]);
  expect([both.run, both.exchanges.length]).toEqual([undefined, 2]);
});

it('names the file that cannot be read', () => {
  const good = { text: writeHar(recorded({}), creator), name: 'good.har' };
  expect(() => readHars([good, { text: '{', name: 'bad.har' }])).toThrow('Reading bad.har: it is not JSON');
});
