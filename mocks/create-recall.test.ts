import { expect, test } from 'vitest';
import { createRecall } from './create-recall.js';

function recallOfTexts() {
  return createRecall(
    (one: string, other: string) => one === other,
    (text) => ({ text }),
  );
}

test('makes one thing for all that is alike', () => {
  const recall = recallOfTexts();
  const first = recall('a');
  recall('b');
  expect(recall('a')).toBe(first);
  expect(recall('b')).toEqual({ text: 'b' });
});

test('remembers the latest eight that differ', () => {
  const recall = recallOfTexts();
  const made = [...'abcdefghi'].map(recall);
  expect(recall('i')).toBe(made[8]);
  expect(recall('b')).toBe(made[1]);
  expect(recall('a')).not.toBe(made[0]);
});
