import { expect, test } from 'vitest';
import { answerOf, draftOf } from './answer-draft.js';

test.each([
  [{ kind: 'choice', values: [400, 'ignored'] }, 400],
  [{ kind: 'choice', values: [400, 'ignored'] }, 'ignored'],
  [{ kind: 'switch' }, false],
  [{ kind: 'number', words: ['never'] }, 10],
  [{ kind: 'number', words: ['never'] }, 'never'],
  [{ kind: 'json' }, { perMinute: 5_000, perDay: 1_000_000 }],
] as const)('with %j, the draft of %j stands for it', (editor, answer) => {
  expect(answerOf(editor, draftOf(editor, answer), answer)).toEqual(answer);
});

test('JSON is edited on several lines', () => {
  expect(draftOf({ kind: 'json' }, { perMinute: 1 })).toBe('{\n  "perMinute": 1\n}');
});

test('what is no number is left to the server to refuse', () => {
  expect(answerOf({ kind: 'number', words: [] }, 'ten', 10)).toBe('ten');
  expect(answerOf({ kind: 'number', words: [] }, ' ', 10)).toBe('');
});

test('what is no JSON is refused with what would work', () => {
  expect(() => answerOf({ kind: 'json' }, 'same', 'same')).toThrow(
    'That is no JSON. Text stands in double quotes; "same" would work.',
  );
});
