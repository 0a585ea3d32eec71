import { expect, it } from 'vitest';
import { figuresOf } from './traffic-figures.js';

const LAST = 1_000;
const second = (at: number, counts: object) => ({ at, ok: 0, refused: 0, limited: 0, failed: 0, broken: 0, ...counts });

it('puts every second in its column, and omits older ones', () => {
  const { columns, totals } = figuresOf(
    [second(700, { ok: 9 }), second(701, { ok: 2 }), second(LAST, { failed: 1 })],
    LAST,
  );
  expect(columns.ok[0]).toBe(2);
  expect(columns.failed[299]).toBe(1);
  expect(totals).toEqual({ ok: 2, refused: 0, limited: 0, failed: 1, broken: 0 });
});

it('takes the peak over all outcomes, and the rate over the last ten whole seconds', () => {
  const { peak, rate } = figuresOf([second(995, { ok: 20, limited: 10 }), second(LAST, { ok: 4 })], LAST);
  expect(peak).toBe(30);
  expect(rate).toBe(3);
});

it('adds up minutes, the newest first', () => {
  const { minutes } = figuresOf([second(LAST - 60, { ok: 5 }), second(LAST - 59, { ok: 7 })], LAST);
  expect(minutes.map(({ ok }) => ok)).toEqual([7, 5, 0, 0, 0]);
});
