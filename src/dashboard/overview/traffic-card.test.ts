import { expect, it } from 'vitest';
import { figuresOf } from './traffic-card.js';

const LAST = 1_000;
const second = (at: number, counts: object) => ({ at, ok: 0, refused: 0, limited: 0, failed: 0, broken: 0, ...counts });

it('has the seconds of the last five minutes', () => {
  const { seconds } = figuresOf([second(700, { ok: 9 }), second(701, { ok: 2 }), second(LAST, { failed: 1 })], LAST);
  expect(seconds.map(({ at }) => at)).toEqual([701, LAST]);
});

it('takes the peak over all outcomes, and the rate over the last ten whole seconds', () => {
  const { peak, rate } = figuresOf([second(995, { ok: 20, limited: 10 }), second(LAST, { ok: 4 })], LAST);
  expect(peak).toBe(30);
  expect(rate).toBe(3);
});
