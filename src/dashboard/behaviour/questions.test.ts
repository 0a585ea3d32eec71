import { expect, test } from 'vitest';
import { parseBehaviour } from '../../service/behaviour.js';
import { openQuestions, questionIds } from '../../service/questions/open-questions.js';
import { checks } from '../../service/questions/order-of-checks.js';
import {
  choiceText,
  draftOf,
  type EditorKind,
  editorKind,
  listQuestions,
  parseDraft,
  type Question,
} from './questions.js';

const question = (id: string, section: string, response: unknown = 'yes'): Question => ({
  id,
  section,
  question: `What about ${id}?`,
  choices: 'yes, no',
  schema: { enum: ['yes', 'no'] },
  default: 'yes',
  choice: response,
});
const all = [
  question('order-of-checks', '–'),
  question('described-window', '8.2'),
  question('list-order', '4.1', 'no'),
  question('error-codes', '7'),
  question('ban-threshold', '8.4'),
];

test('questions are grouped by the headings of the document, in its order; others come last', () => {
  const groups = listQuestions(all);
  expect(groups.map(({ section, title, questions }) => [section, title, ...questions.map(({ id }) => id)])).toEqual([
    ['4.1', 'List inventory', 'list-order'],
    ['7', 'Errors', 'error-codes'],
    ['8', 'Limits', 'described-window', 'ban-threshold'],
    ['–', 'Not in the document', 'order-of-checks'],
  ]);
});

const kindOf = (id: keyof typeof openQuestions) => editorKind(openQuestions[id].schema as Record<string, unknown>);

test('an enum or a boolean is a choice, an integer a number', () => {
  expect(kindOf('retry-after-format')).toEqual({ kind: 'choice', values: ['seconds', 'http-date'] });
  expect(kindOf('messages-rate-limited')).toEqual({ kind: 'choice', values: [true, false] });
  expect(kindOf('ban-duration-seconds')).toEqual({ kind: 'number', words: [] });
});

test('an integer or one of a few constants is a text field', () => {
  expect(kindOf('ban-threshold')).toEqual({ kind: 'number', words: ['never'] });
});

test('a text or one of a few words is a text field', () => {
  expect(kindOf('messages-base-url')).toEqual({ kind: 'text', words: ['same'] });
});

test('each field of an object that always has the same ones has a control', () => {
  expect(kindOf('refused-requests-count')).toEqual({
    kind: 'fields',
    fields: { '400': 'switch', '404': 'switch', '429': 'switch' },
  });
  expect(kindOf('enterprise-limits')).toEqual({ kind: 'fields', fields: { perMinute: 'number', perDay: 'number' } });
  expect(kindOf('sunset-date')).toEqual({ kind: 'fields', fields: { deprecatedSince: 'text', sunset: 'text' } });
});

test.each([
  ['error-messages', ['explain'], {}],
  ['pet-shape', ['default'], { records: [{}] }],
  ['rate-limit-fields', ['x', 'both'], { 'RateLimit-Policy': 'each-window' }],
  ['order-of-checks', ['as-listed'], [...checks]],
  ['deprecation-headers', ['standard', 'none'], { Deprecation: 'text' }],
] as const)('the choice for %s is a word, or JSON that begins with an example', (id, words, example) => {
  const editor = kindOf(id);
  expect(editor).toMatchObject({ kind: 'json', words });
  expect(parseDraft(editor, editor.kind === 'json' ? editor.example : '', null)).toEqual(example);
  expect(() => parseBehaviour(JSON.stringify({ [id]: example }), 'of the page')).not.toThrow();
});

test('what may be a text or an object is a line, which takes both', () => {
  const editor = kindOf('www-authenticate');
  expect(editor).toEqual({ kind: 'text', words: ['bearer', 'none'] });
  for (const choice of ['ApiKey realm="pets"', { missing: 'Bearer', wrong: 'Bearer error="invalid_token"' }]) {
    expect(parseDraft(editor, draftOf(editor, choice), null)).toEqual(choice);
  }
  expect(() => parseDraft(editor, '{"missing"', 'bearer')).toThrow('not JSON');
});

test('only one choice has no words, and is JSON from the start', () => {
  const isOnlyJson = (editor: EditorKind) => editor.kind === 'json' && editor.words.length === 0;
  expect(questionIds.filter((id) => isOnlyJson(kindOf(id)))).toEqual(['error-codes']);
});

test('every question of the document has an editor that holds its default', () => {
  for (const id of questionIds) {
    const editor = kindOf(id);
    const usual: unknown = openQuestions[id].default;
    if (editor.kind === 'choice') expect(editor.values).toContain(usual);
    if (editor.kind === 'number') expect([...editor.words, 'number']).toContain(typeof usual);
    if (editor.kind === 'text') expect(typeof usual).toBe('string');
    if (editor.kind === 'fields') expect(Object.keys(editor.fields)).toEqual(Object.keys(usual as object));
    if (editor.kind === 'json' && editor.words.length > 0) expect(editor.words).toContain(usual);
  }
});

const json = { kind: 'json', words: [], example: '{}' } as const;

test.each([
  [{ kind: 'choice', values: [400, 'ignored'] }, 400],
  [{ kind: 'choice', values: [400, 'ignored'] }, 'ignored'],
  [{ kind: 'choice', values: [true, false] }, false],
  [{ kind: 'number', words: ['never'] }, 10],
  [{ kind: 'number', words: ['never'] }, 'never'],
  [{ kind: 'text', words: ['same'] }, 'same'],
  [{ kind: 'fields', fields: { perMinute: 'number' } }, { perMinute: 5_000 }],
  [json, { perMinute: 5_000, perDay: 1_000_000 }],
] as const)('with %j, the draft of %j stands for it', (editor, response) => {
  expect(parseDraft(editor, draftOf(editor, response), response)).toEqual(response);
});

test('JSON is edited on several lines', () => {
  expect(draftOf(json, { perMinute: 1 })).toBe('{\n  "perMinute": 1\n}');
});

test('text that is not a number is sent for the server to reject', () => {
  expect(parseDraft({ kind: 'number', words: [] }, 'ten', 10)).toBe('ten');
  expect(parseDraft({ kind: 'number', words: [] }, ' ', 10)).toBe('');
});

test('text that is not JSON is rejected with a valid example', () => {
  expect(() => parseDraft(json, 'same', 'same')).toThrow(
    'That is not JSON. Text stands in double quotes; "same" would work.',
  );
});

test.each([
  [400, '400'],
  ['as-listed', '"as-listed"'],
  [{}, '{}'],
  [{ minimum: 1, maximum: 2 }, '{ "minimum": 1, "maximum": 2 }'],
  ['two\nlines', '"two\\nlines"'],
])('%j is shown as %s', (response, text) => {
  expect(choiceText(response)).toBe(text);
});
