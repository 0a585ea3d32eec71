import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blankProfile } from '../../tests/profile-for-tests.js';
import { folderWithLinks, modesIn, temporaryFolder, withoutUmask } from '../../tests/temporary-file.js';
import { addToHistory, type History, parseRunLines, readHistory } from './history-folder.js';
import type { RunLine } from './run-line.js';
import { runLine } from './run-line-for-tests.js';
import { trendPage } from './trend-page.js';

const BASE_URL = 'https://api.example.test/v1';
const known = blankProfile({ source: { baseUrl: BASE_URL } });
const noWait = async () => {};
const add = (folder: string, wait: (ms: number) => Promise<void> = noWait) =>
  addToHistory(folder, BASE_URL, ({ runs }) => ({ line: runLine({ requests: runs.length }), known }), wait);
const requestsIn = ({ runs }: History) => runs.map(({ requests }) => requests);

it('adds parallel runs one after the other, each with the previous runs', async () => {
  const folder = join(await temporaryFolder(), 'runs');
  await Promise.all([add(folder), add(folder), add(folder)]);
  expect(requestsIn(readHistory(folder, BASE_URL))).toEqual([0, 1, 2]);
});

it('waits up to five seconds for another process', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'history.lock'), '');
  const waits: number[] = [];
  const adding = add(folder, async (ms) => void waits.push(ms));
  await expect(adding).rejects.toThrow(
    /another process is writing it. This run was not saved. If no other check is running, remove .*history.lock/,
  );
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(5_000);
  expect(readdirSync(folder)).toEqual(['history.lock']);
});

it('adds the run when the other process has ended', async () => {
  const folder = await temporaryFolder();
  const lock = join(folder, 'history.lock');
  writeFileSync(lock, '');
  await add(folder, async () => rmSync(lock));
  expect(requestsIn(readHistory(folder, BASE_URL))).toEqual([0]);
  expect(readdirSync(folder)).not.toContain('history.lock');
});

it.each([-60_000, 60_000])('takes over a lock of a process that was killed (changed %i ms from now)', async (ms) => {
  const folder = await temporaryFolder();
  const lock = join(folder, 'history.lock');
  writeFileSync(lock, '');
  const changed = new Date(Date.now() + ms);
  utimesSync(lock, changed, changed);
  await add(folder);
  expect(requestsIn(readHistory(folder, BASE_URL))).toEqual([0]);
});

it.each([
  ['metrics.prom', '# HELP node_load1'],
  ['trend.html', '<!doctype html><title>Trends</title>'],
])('does not replace a %s of somebody else', async (name, text) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, name), text);
  const problem = `its ${name} was not written by petstore-mock, so it is not replaced`;
  expect(() => readHistory(folder, BASE_URL)).toThrow(`Opening the history ${folder}: ${problem}`);
  await expect(add(folder)).rejects.toThrow(`Writing the history ${folder}: ${problem}`);
  expect(readdirSync(folder)).toEqual([name]);
});

const isWindows = process.platform === 'win32';

it.skipIf(isWindows)('lets only its owner read it, except the metrics, whatever the umask', async () => {
  withoutUmask();
  const above = await temporaryFolder();
  const folder = join(above, 'runs');
  let lock: string | undefined;
  await addToHistory(
    folder,
    BASE_URL,
    () => {
      lock = modesIn(folder)['history.lock'];
      return { line: runLine(), known };
    },
    noWait,
  );
  expect([modesIn(above), lock]).toEqual([{ runs: '755' }, '600']);
  const modes = { 'metrics.prom': '644', 'profile.json': '600', 'runs.jsonl': '600', 'trend.html': '600' };
  expect(modesIn(folder)).toEqual(modes);
});

it.skipIf(isWindows).each([
  ['adds a line', 1],
  ['drops the oldest', 5_999],
])('makes the files of an earlier version private when it %s', async (_, runs) => {
  const folder = await temporaryFolder();
  await add(folder);
  writeFileSync(join(folder, 'runs.jsonl'), `${JSON.stringify(runLine())}\n`.repeat(runs));
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  await add(folder);
  const modes = { 'metrics.prom': '644', 'profile.json': '600', 'runs.jsonl': '600', 'trend.html': '600' };
  expect(modesIn(folder)).toEqual(modes);
});

it.each([
  ['folder', 'To write there, name the folder itself: --history <here>/folder'],
  ['file', 'Name a folder: --history petstore-history'],
  ['nowhere', 'Name a folder: --history petstore-history'],
])('neither reads nor writes where a link to %s leads', async (target, remedy) => {
  const folder = await folderWithLinks();
  const link = join(folder, `to-${target}`);
  const problem = `it is a link to ${target}. ${remedy.replace('<here>', folder)}`;
  const error = (attempted: string) =>
    expect.objectContaining({ name: 'InputError', message: `${attempted} the history ${link}: ${problem}` });
  expect(() => readHistory(link, BASE_URL)).toThrow(error('Opening'));
  await expect(add(link)).rejects.toThrow(error('Writing'));
  expect([readdirSync(join(folder, 'folder')), existsSync(join(folder, 'nowhere'))]).toEqual([[], false]);
});

it('writes the metrics where a link leads', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'collected.prom'), '');
  symlinkSync('collected.prom', join(folder, 'metrics.prom'));
  await add(folder);
  await add(folder);
  expect(lstatSync(join(folder, 'metrics.prom')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'collected.prom'), 'utf8')).toMatch(/^# HELP petstore_/);
});

it('writes the profile of a first run before its line: after a kill, the profile is there to compare with', async () => {
  const folder = await temporaryFolder();
  // The line cannot be written.
  symlinkSync('nowhere/runs.jsonl', join(folder, 'runs.jsonl'));
  await expect(add(folder)).rejects.toThrow('Writing the history');
  expect(readdirSync(folder).sort()).toEqual(['profile.json', 'runs.jsonl']);
  expect(readHistory(folder, BASE_URL)).toMatchObject({ known, runs: [] });
});

it('writes the line of a later run, with its changes, before the profile', async () => {
  const folder = await temporaryFolder();
  await add(folder);
  const before = readFileSync(join(folder, 'profile.json'), 'utf8');
  rmSync(join(folder, 'runs.jsonl'));
  symlinkSync('nowhere/runs.jsonl', join(folder, 'runs.jsonl'));
  const changed = { ...known, rules: { 'limits/plan': 'pass' } } as const;
  const adding = addToHistory(folder, BASE_URL, () => ({ line: runLine(), known: changed }), noWait);
  await expect(adding).rejects.toThrow('Writing the history');
  expect(readFileSync(join(folder, 'profile.json'), 'utf8')).toBe(before);
});

it('reads the valid lines of a history that was edited by hand', async () => {
  const folder = await temporaryFolder();
  await add(folder);
  writeFileSync(join(folder, 'runs.jsonl'), '{"edited":true}\n', { flag: 'a' });
  await add(folder);
  const history = readHistory(folder, BASE_URL);
  expect(requestsIn(history)).toEqual([0, 1]);
  expect(history.problem).toContain('line 2 is not a run');
});

it('drops the oldest runs', async () => {
  const folder = await temporaryFolder();
  await add(folder);
  writeFileSync(join(folder, 'runs.jsonl'), `${JSON.stringify(runLine())}\n`.repeat(5_999));
  await add(folder);
  const { runs } = readHistory(folder, BASE_URL);
  expect([runs.length, runs.at(-1)?.requests]).toEqual([5_000, 5_999]);
});

const line = (requests: number) => `${JSON.stringify(runLine({ requests }))}\n`;
const change = { path: 'limit/limit', left: '60', right: '300' } as const;
const whole = runLine({
  level: null,
  stopped: 'no answer',
  limits: null,
  violated: ['limits/plan'],
  changes: [change],
});

it('reads the runs in order', () => {
  expect(parseRunLines(line(14) + line(15), 'runs.jsonl').runs.map(({ requests }) => requests)).toEqual([14, 15]);
  expect(parseRunLines('', 'runs.jsonl')).toEqual({ runs: [], problem: undefined });
  expect(parseRunLines(`${JSON.stringify(whole)}\n`, 'runs.jsonl').runs).toEqual([whole]);
});

it('skips a last line that was cut off', () => {
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
  ['/changes/0/left is missing', { ...whole, changes: [{ path: 'rule/limits/plan' }] }],
  ['/changes/0 must be object', { ...whole, changes: [null] }],
  ['/counts/pass is missing', { ...whole, counts: {} }],
  ['/latency/listInventory must be number', { ...whole, latency: { listInventory: '12' } }],
  ['/violated/0 must be string', { ...whole, violated: [1] }],
  ['/startedAt is not of the right form', { ...whole, startedAt: 'yesterday' }],
  ['there is no such date', { ...whole, endedAt: '2026-13-01T00:00:00Z' }],
])('skips a line that is not a run, and reports the reason: %s', (why, other) => {
  const text = `${line(14)}${JSON.stringify(other)}\n${line(15)}`;
  const { runs, problem } = parseRunLines(text, 'history/runs.jsonl');
  expect(runs).toHaveLength(2);
  expect(problem).toBe(
    `Reading history/runs.jsonl: line 2 is not a run of petstore-mock check --history (${why}). Such lines are skipped`,
  );
});

it('counts the skipped lines', () => {
  const { problem } = parseRunLines(`${line(14)}no json\n\n[]\n`, 'runs.jsonl');
  expect(problem).toContain('line 2 is not a run of petstore-mock check --history (it is not JSON), and 1 more.');
});

it('rejects a file without any run', () => {
  expect(() => parseRunLines('{"level":"info"}\n{"level":"warn"}\n', 'logs/runs.jsonl')).toThrow(
    'Reading logs/runs.jsonl: line 1 is not a run of petstore-mock check --history',
  );
});

it('reads lines with fields of a later version', () => {
  const odd = { ...whole, extra: { of: 'a later version' } } as RunLine;
  const { runs } = parseRunLines(`${JSON.stringify(odd)}\n`, 'runs.jsonl');
  expect(trendPage(runs)).toContain('60 → 300');
});
