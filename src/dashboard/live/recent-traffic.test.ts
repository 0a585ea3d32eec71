import { expect, it } from 'vitest';
import { SHOWN_SECONDS, withSeconds } from './recent-traffic.js';

const second = (at: number, ok = 1) => ({ at, ok, refused: 0, limited: 0, failed: 0, broken: 0 });

it('lets a second that has grown replace itself', () => {
  expect(withSeconds([second(1), second(2, 3)], [second(2, 8), second(3)])).toEqual([
    second(1),
    second(2, 8),
    second(3),
  ]);
});

it('keeps the last five minutes', () => {
  const known = Array.from({ length: SHOWN_SECONDS }, (_, at) => second(at));
  const kept = withSeconds(known, [second(SHOWN_SECONDS + 10)]);
  expect(kept[0]?.at).toBe(11);
  expect(kept).toHaveLength(SHOWN_SECONDS - 10);
});
