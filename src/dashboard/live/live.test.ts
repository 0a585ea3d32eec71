import { expect, it } from 'vitest';
import { addLines, addSeconds, SHOWN_SECONDS, violationsByNumber } from './live.js';
import { lineForTests } from './live-for-tests.js';

const rule = { title: '', section: '8.3', sentence: '' };
const report = {
  from: 1,
  to: 9,
  rules: [
    { ...rule, id: 'one', outcome: 'violation' as const, findings: [{ problem: 'too early', exchanges: [4, 5] }] },
    { ...rule, id: 'two', outcome: 'violation' as const, findings: [{ problem: 'too often', exchanges: [5] }] },
    { ...rule, id: 'three', outcome: 'inconclusive' as const, findings: [{ problem: 'hard to say', exchanges: [7] }] },
  ],
};

it('lists the violations of each exchange, without inconclusive rules', () => {
  expect([...violationsByNumber(report)]).toEqual([
    [4, ['one: too early']],
    [5, ['one: too early', 'two: too often']],
  ]);
});

/** Lines from one number to another, both included, oldest first. */
const lines = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => lineForTests({ number: from + at }));
const newestFirst = (from: number, to: number) => lines(from, to).toReversed();
const numbers = (ring: readonly { number: number }[]) => ring.map(({ number }) => number);
const news = (from: number, to: number, kept = 10_000) => ({
  lines: lines(from, to),
  skipped: 0,
  latest: to,
  kept,
  isBoundBySize: false,
});

it('puts the newest first', () => {
  expect(numbers(addLines(newestFirst(1, 2), news(3, 4)))).toEqual([4, 3, 2, 1]);
});

it('retains at most 200 lines', () => {
  const ring = addLines(newestFirst(1, 200), news(201, 300));
  expect(ring).toHaveLength(200);
  expect(ring[0]?.number).toBe(300);
});

it('removes lines that the server has dropped', () => {
  expect(addLines(newestFirst(1, 9), { lines: [], skipped: 0, latest: 9, kept: 0, isBoundBySize: false })).toEqual([]);
  expect(numbers(addLines(newestFirst(1, 9), news(10, 10, 2)))).toEqual([10, 9]);
});

it('restarts when numbers repeat', () => {
  expect(numbers(addLines(newestFirst(1, 9), news(3, 4)))).toEqual([4, 3]);
  expect(addLines(newestFirst(1, 9), { lines: [], skipped: 0, latest: 4, kept: 0, isBoundBySize: false })).toEqual([]);
});

const second = (at: number, ok = 1) => ({ at, ok, refused: 0, limited: 0, failed: 0, broken: 0 });

it('a later count of a second replaces the earlier one', () => {
  expect(addSeconds([second(1), second(2, 3)], [second(2, 8), second(3)])).toEqual([
    second(1),
    second(2, 8),
    second(3),
  ]);
});

it('retains the last five minutes', () => {
  const known = Array.from({ length: SHOWN_SECONDS }, (_, at) => second(at));
  const kept = addSeconds(known, [second(SHOWN_SECONDS + 10)]);
  expect(kept[0]?.at).toBe(11);
  expect(kept).toHaveLength(SHOWN_SECONDS - 10);
});
