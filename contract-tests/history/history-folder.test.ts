import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blankProfile } from '../../tests/profile-for-tests.js';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { addToHistory, type History, readHistory } from './history-folder.js';
import { runLine } from './run-line-for-tests.js';

const BASE_URL = 'https://api.example.test/v1';
const known = blankProfile({ source: { baseUrl: BASE_URL } });
const noWait = async () => {};
const add = (folder: string, wait: (ms: number) => Promise<void> = noWait) =>
  addToHistory(folder, BASE_URL, ({ runs }) => ({ line: runLine({ requests: runs.length }), known }), wait);
const requestsIn = ({ runs }: History) => runs.map(({ requests }) => requests);

it('adds runs that begin at once one after the other, each with the ones before it', async () => {
  const folder = join(await temporaryFolder(), 'runs');
  await Promise.all([add(folder), add(folder), add(folder)]);
  expect(requestsIn(readHistory(folder, BASE_URL))).toEqual([0, 1, 2]);
});

it('waits a moment for another process, and then says who it is', async () => {
  const folder = await temporaryFolder();
  const lock = join(folder, 'history.lock');
  writeFileSync(lock, JSON.stringify({ pid: process.ppid, host: hostname(), since: new Date().toISOString() }));
  const waits: number[] = [];
  const adding = add(folder, async (ms) => void waits.push(ms));
  await expect(adding).rejects.toThrow(
    new RegExp(
      `process ${process.ppid} on .* This run is not written down. If nothing runs there, remove .*history.lock`,
    ),
  );
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(5_000);
  expect(readdirSync(folder)).toEqual(['history.lock']);
});

it('goes on once the other process has ended', async () => {
  const folder = await temporaryFolder();
  const lock = join(folder, 'history.lock');
  writeFileSync(lock, JSON.stringify({ pid: process.ppid, host: hostname(), since: new Date().toISOString() }));
  await add(folder, async () => writeFileSync(lock, '{"pid":2147483647,"host":"x","since":"2020-01-01T00:00:00Z"}'));
  expect(requestsIn(readHistory(folder, BASE_URL))).toEqual([0]);
});

it('removes drafts that a killed process has left, and nothing else', async () => {
  const folder = await temporaryFolder();
  for (const name of ['profile.json.4711.draft', 'history.lock.x.draft', 'mine.draft', 'trend.html.bak'])
    writeFileSync(join(folder, name), 'half');
  mkdirSync(join(folder, 'runs.jsonl.folder.draft'));
  await add(folder);
  expect(readdirSync(folder).sort()).toEqual([
    'metrics.prom',
    'mine.draft',
    'profile.json',
    'runs.jsonl',
    'trend.html',
    'trend.html.bak',
  ]);
});

it('writes through no link that was planted as a draft', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'precious.txt'), 'precious');
  symlinkSync('precious.txt', join(folder, `profile.json.${process.pid}.draft`));
  await add(folder);
  expect(readFileSync(join(folder, 'precious.txt'), 'utf8')).toBe('precious');
});

it('writes what a first run learned before its line, so that whoever is killed in between leaves something to compare with', async () => {
  const folder = await temporaryFolder();
  // The line cannot be written.
  symlinkSync('nowhere/runs.jsonl', join(folder, 'runs.jsonl'));
  await expect(add(folder)).rejects.toThrow('Writing the history');
  expect(readdirSync(folder).sort()).toEqual(['profile.json', 'runs.jsonl']);
  expect(readHistory(folder, BASE_URL)).toMatchObject({ known, runs: [] });
});

it('writes the line of a later run, which tells its changes, before what is known after it', async () => {
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

it('keeps what it can read of a history that somebody has edited', async () => {
  const folder = await temporaryFolder();
  await add(folder);
  writeFileSync(join(folder, 'runs.jsonl'), '{"edited":true}\n', { flag: 'a' });
  await add(folder);
  const history = readHistory(folder, BASE_URL);
  expect(requestsIn(history)).toEqual([0, 1]);
  expect(history.problem).toContain('line 2 is no run');
});

it('drops the oldest runs once there are many more than it keeps', async () => {
  const folder = await temporaryFolder();
  await add(folder);
  writeFileSync(join(folder, 'runs.jsonl'), `${JSON.stringify(runLine())}\n`.repeat(5_999));
  await add(folder);
  const { runs } = readHistory(folder, BASE_URL);
  expect([runs.length, runs.at(-1)?.requests]).toEqual([5_000, 5_999]);
});
