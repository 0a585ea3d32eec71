import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { measuredSizes, mostOf, readBudget } from './size.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const budget = readBudget();
const measured = Object.entries(measuredSizes());

/** A budget goes down by itself: it may be above what is measured by this much. */
const slackOf = (name: string, size: number) => (name === 'dependencies' ? 0 : size * 0.02 + 20);

it('gives every room a budget', () => {
  expect(measured.map(([name]) => name).filter((name) => budget[name] === undefined)).toEqual([]);
});

it('keeps every room, the whole and the dependencies within their budgets', () => {
  const over = measured.filter(([name, size]) => size > mostOf(budget[name] ?? size));
  const advice =
    'Make it smaller, or raise tests/house/size.json and name the page in decisions/ that says what users get';
  expect(
    over.map(([name, size]) => `${name}: ${size} of ${mostOf(budget[name] ?? 0)}`),
    advice,
  ).toEqual([]);
});

it('lowers a budget with what it is for', () => {
  const sizes = new Map(measured);
  const loose = Object.entries(budget).filter(([name, allowed]) => {
    const size = sizes.get(name) ?? 0;
    return mostOf(allowed) > size + slackOf(name, size);
  });
  expect(
    loose.map(([name]) => name),
    'Run npm run size, which lowers tests/house/size.json',
  ).toEqual([]);
});

it('names pages that exist', () => {
  const pages = Object.values(budget).flatMap((allowed) => (typeof allowed === 'number' ? [] : allowed.decision));
  expect(pages.filter((page) => !/^decisions\/[\w-]+\.md$/.test(page) || !existsSync(`${root}${page}`))).toEqual([]);
});
