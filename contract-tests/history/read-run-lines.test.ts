import { expect, it } from 'vitest';
import { parseRunLines } from './read-run-lines.js';
import type { RunLine } from './run-line.js';
import { runLine } from './run-line-for-tests.js';
import { trendPage } from './trend-page.js';

const line = (requests: number) => `${JSON.stringify(runLine({ requests }))}\n`;
const change = { kind: 'limit', id: 'limit', left: '60', right: '300' } as const;
const whole = runLine({ level: null, stopped: 'no answer', limits: null, broken: ['limits/plan'], changes: [change] });

it('reads the runs in order', () => {
  expect(parseRunLines(line(14) + line(15), 'runs.jsonl').runs.map(({ requests }) => requests)).toEqual([14, 15]);
  expect(parseRunLines('', 'runs.jsonl')).toEqual({ runs: [], problem: undefined });
  expect(parseRunLines(`${JSON.stringify(whole)}\n`, 'runs.jsonl').runs).toEqual([whole]);
});

it('leaves out a last line that was cut off', () => {
  const { runs, problem } = parseRunLines(`${line(14)}${line(15).slice(0, 80)}`, 'runs.jsonl');
  expect({ runs: runs.length, problem }).toEqual({ runs: 1, problem: undefined });
});

it.each<[string, unknown]>([
  ['/baseUrl is missing', { version: 1 }],
  ['it must be object', []],
  ['/version must be 1', { ...whole, version: 2 }],
  ['/exitCode must be one of 0, 1, 3', { ...whole, exitCode: 2 }],
  ['/limits/remaining is missing', { ...whole, limits: { limit: 60 } }],
  ['/limits must be null or must be object', { ...whole, limits: 60 }],
  ['/changes/0/left is missing', { ...whole, changes: [{ kind: 'rule', id: 'limits/plan' }] }],
  ['/changes/0 must be object', { ...whole, changes: [null] }],
  ['/counts/pass is missing', { ...whole, counts: {} }],
  ['/latency/listInventory must be number', { ...whole, latency: { listInventory: '12' } }],
  ['/broken/0 must be string', { ...whole, broken: [1] }],
  ['/startedAt is not of the right form', { ...whole, startedAt: 'yesterday' }],
  ['there is no such day', { ...whole, endedAt: '2026-13-01T00:00:00Z' }],
])('leaves out a line that is no run, and says why: %s', (why, other) => {
  const text = `${line(14)}${JSON.stringify(other)}\n${line(15)}`;
  const { runs, problem } = parseRunLines(text, 'history/runs.jsonl');
  expect(runs).toHaveLength(2);
  expect(problem).toBe(
    `Reading history/runs.jsonl: line 2 is no run of petstore-mock check --history (${why}). What is no run is left out`,
  );
});

it('counts the lines that are no runs', () => {
  const { problem } = parseRunLines(`${line(14)}no json\n\n[]\n`, 'runs.jsonl');
  expect(problem).toContain('line 2 is no run of petstore-mock check --history (it is no JSON), and 1 more.');
});

it('refuses a file in which no line is a run', () => {
  expect(() => parseRunLines('{"level":"info"}\n{"level":"warn"}\n', 'logs/runs.jsonl')).toThrow(
    'Reading logs/runs.jsonl: line 1 is no run of petstore-mock check --history',
  );
});

it('keeps only lines that the page can show', () => {
  const odd = { ...whole, extra: { of: 'a later version' } } as RunLine;
  const { runs } = parseRunLines(`${JSON.stringify(odd)}\n`, 'runs.jsonl');
  expect(trendPage(runs)).toContain('60 → 300');
});
