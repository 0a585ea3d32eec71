import { expect, test } from 'vitest';
import { InputError } from '../json/input-error.js';
import { behaviourSchema, defaultBehaviour, parseBehaviour } from './behaviour.js';
import { openQuestions, questionIds } from './questions/open-questions.js';
import { findViolation } from './validate.js';

test('the default behaviour has a choice for every open question', () => {
  expect(Object.keys(defaultBehaviour)).toEqual(questionIds);
  for (const id of questionIds) expect(defaultBehaviour[id]).toBe(openQuestions[id].default);
});

test('the default behaviour conforms to the schema of behaviours', () => {
  expect(findViolation(behaviourSchema, JSON.parse(JSON.stringify(defaultBehaviour)))).toBeUndefined();
});

test('a behaviour may omit every question', () => {
  expect(findViolation(behaviourSchema, {})).toBeUndefined();
});

test('a choice for an unknown question is rejected', () => {
  expect(findViolation(behaviourSchema, { 'favourite-pet': 'cat' })).toEqual({
    pointer: '/favourite-pet',
    problem: 'is unknown',
  });
});

test('the schema has every question', () => {
  expect(Object.keys(behaviourSchema.properties)).toEqual(questionIds);
});

const parse = (text: string) => parseBehaviour(text, 'b.json');

test('choices for some questions are enough', () => {
  expect(parse('{"ban-threshold": "never", "ban-status": 403}')).toEqual({
    'ban-threshold': 'never',
    'ban-status': 403,
  });
});

test('numbers in choices are plain, however they are written', () => {
  expect(parse('{"ban-threshold": 1e1, "body-limit": 5.0}')).toEqual({ 'ban-threshold': 10, 'body-limit': 5 });
});

test('numbers in example records stay as they were written', () => {
  const records = parse('{"pet-shape": {"records": [{"id": 9007199254740993}]}}')['pet-shape'];
  expect(JSON.stringify(records)).toContain('9007199254740993');
});

test.each([
  ['{', 'is not JSON', 'retry-after-format'],
  ['[]', 'it must be object', 'retry-after-format'],
  ['{"ban-treshold": 3}', '/ban-treshold is unknown', 'retry-after-format'],
  ['{"ban-threshold": 0}', '/ban-threshold must be >= 1', '{"ban-threshold": 10}'],
  ['{"ban-status": 418}', '/ban-status must be one of 429, 403', 'choices: 429'],
  ['{"quantity-range": {"minimum": 2, "maximum": 1}}', 'a minimum above its maximum', '"quantity-range"'],
  ['{"messages-base-url": "http:// x"}', '/messages-base-url is not a URL', '"same"'],
  [
    '{"sunset-date": {"deprecatedSince": "2026-02-31T00:00:00Z", "sunset": "2027-01-01T00:00:00Z"}}',
    'two dates that exist',
    '"sunset-date"',
  ],
  [
    '{"sunset-date": {"deprecatedSince": "2028-01-01T00:00:00Z", "sunset": "2027-01-01T00:00:00Z"}}',
    'the sunset not before the deprecation',
    '"sunset-date"',
  ],
])('%s is rejected with its location, the reason and a valid choice', (text, problem, remedy) => {
  expect(() => parse(text)).toThrow(InputError);
  expect(() => parse(text)).toThrow('Reading the behaviour b.json');
  expect(() => parse(text)).toThrow(problem);
  expect(() => parse(text)).toThrow(remedy);
});
