import { expect, test } from 'vitest';
import { statements } from '../../service/statements.js';
import { rules } from './index.js';

test('rules keep their ids, severities and classes', () => {
  expect(rules.map(({ id, severity, class: level }) => `${id} (${severity}, ${level})`).sort()).toMatchSnapshot();
});

test('no two rules share an id or a title', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  expect(new Set(rules.map(({ title }) => title)).size).toBe(rules.length);
});

test.each(rules.map((rule) => [rule.id, rule] as const))(
  '%s is written as rules are',
  (id, { title, statements: promises }) => {
    expect(id).toMatch(/^[a-z]+(?:\/[A-Za-z0-9-]+){1,2}$/);
    expect(title).toMatch(/^\S.*[^.\s]$/);
    expect(new Set(promises).size).toBe(promises.length);
    expect(promises.filter((promise) => !(promise in statements))).toEqual([]);
  },
);
