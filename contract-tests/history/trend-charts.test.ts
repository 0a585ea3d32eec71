import { expect, it } from 'vitest';
import { runLine } from './run-line-for-tests.js';
import { slotsOf } from './trend-charts.js';

const runsAt = (...minutes: number[]) =>
  minutes.map((minute) => runLine({ startedAt: new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString() }));
const kindsAt = (...minutes: number[]) => slotsOf(runsAt(...minutes)).map(({ kind }) => kind);

it('places each run separately', () => {
  expect(slotsOf(runsAt(0, 15))).toEqual(runsAt(0, 15).map((run) => ({ kind: 'run', run })));
});

it('shows a gap where more runs were expected', () => {
  expect(kindsAt(0, 15, 30, 300, 315)).toEqual(['run', 'run', 'run', 'gap', 'run', 'run']);
  const [, , gap] = slotsOf(runsAt(0, 15, 600));
  expect(gap).toEqual({
    kind: 'gap',
    fromMs: Date.UTC(2026, 10, 21, 12, 15),
    toMs: Date.UTC(2026, 10, 21, 22),
  });
});

it.each([[[0, 6_000]], [[0, 15, 40, 70, 100]], [[0, 1, 2, 9]], [[0]], [[]]])('finds no gap in %j', (minutes) => {
  expect(kindsAt(...minutes)).not.toContain('gap');
});
