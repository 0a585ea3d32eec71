import { expect, test } from 'vitest';
import { statements } from '../../service/statements.js';
import { ruleVersions } from '../rule.js';
import { rules } from './index.js';

test('rules keep their ids, versions, severities and classes', () => {
  const facts = rules.map(({ id, since, severity, class: level }) => `${id} (since ${since}, ${severity}, ${level})`);
  expect(facts.sort()).toMatchSnapshot();
});

test('a new rule names a new version: who counts the rules of an earlier one is judged as before', () => {
  const counts = ruleVersions.map((version) => [version, rules.filter(({ since }) => since === version).length]);
  expect(counts).toEqual([['0.2', 64]]);
  expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(rules.length);
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
