import { expect, test } from 'vitest';
import { openQuestions, questionIds } from '../../spec/open-questions.js';
import { editorKind } from './editor-kind.js';

const kindOf = (id: keyof typeof openQuestions) => editorKind(openQuestions[id].schema as Record<string, unknown>);

test('a few answers are a choice, true and false a switch, a whole number a number', () => {
  expect(kindOf('retry-after-format')).toEqual({ kind: 'choice', values: ['seconds', 'http-date'] });
  expect(kindOf('messages-rate-limited')).toEqual({ kind: 'switch' });
  expect(kindOf('ban-duration-seconds')).toEqual({ kind: 'number', words: [] });
});

test('a number, or a word that stands for none', () => {
  expect(kindOf('ban-threshold')).toEqual({ kind: 'number', words: ['never'] });
});

test('one answer alone is no choice', () => {
  expect(kindOf('order-of-checks')).toEqual({ kind: 'fixed' });
});

test.each(['refused-requests-count', 'error-codes', 'pet-shape', 'messages-base-url'] as const)(
  'the answer to %s is written as JSON',
  (id) => {
    expect(kindOf(id)).toEqual({ kind: 'json' });
  },
);

test('every question of the document has an editor that holds its default', () => {
  for (const id of questionIds) {
    const editor = kindOf(id);
    const usual: unknown = openQuestions[id].default;
    if (editor.kind === 'choice') expect(editor.values).toContain(usual);
    if (editor.kind === 'switch') expect(usual).toBeTypeOf('boolean');
    if (editor.kind === 'number') expect([...editor.words, 'number']).toContain(typeof usual);
  }
});
