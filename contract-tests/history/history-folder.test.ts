import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blankProfile } from '../../tests/profile-for-tests.js';
import { folderWithLinks, modesIn, temporaryFolder, withoutUmask } from '../../tests/temporary-file.js';
import { addToHistory, type RunLine, readHistory } from './history-folder.js';

const BASE_URL = 'https://api.example.test/v1';
const known = blankProfile({ source: { baseUrl: BASE_URL } });
const line: RunLine = {
  startedAt: '2026-11-21T12:00:00.000Z',
  endedAt: '2026-11-21T12:00:02.500Z',
  level: 'read',
  exitCode: 0,
  counts: { pass: 30, violation: 0, waived: 0, inconclusive: 2, skipped: 29 },
  violated: [],
  stopped: null,
  requests: 14,
  changes: [],
  passing: [],
};
const add = (folder: string, requests = 14) => addToHistory(folder, { ...line, requests }, known);
const requestsIn = (folder: string) =>
  readFileSync(join(folder, 'runs.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).requests);

it('adds a line for each run, and keeps what is known', async () => {
  const folder = join(await temporaryFolder(), 'runs');
  expect(readHistory(folder, BASE_URL)).toBeUndefined();
  expect(existsSync(folder)).toBe(false);
  for (const requests of [1, 2, 3]) add(folder, requests);
  expect(requestsIn(folder)).toEqual([1, 2, 3]);
  expect(readHistory(folder, BASE_URL)).toEqual(known);
});

it('drops the oldest runs', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'runs.jsonl'), `${JSON.stringify(line)}\n`.repeat(5_000));
  add(folder, 99);
  expect([requestsIn(folder).length, requestsIn(folder).at(-1)]).toEqual([5_000, 99]);
});

it('rejects the history of another deployment', async () => {
  const folder = await temporaryFolder();
  add(folder);
  expect(() => readHistory(folder, 'https://other.example.test')).toThrow(
    `Opening the history ${folder}: it is the history of ${BASE_URL}. Use a separate folder for each deployment`,
  );
});

it('does not replace a runs.jsonl of somebody else', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'runs.jsonl'), '{"level":"info"}\n');
  const problem = 'its runs.jsonl was not written by petstore-mock, so it is not replaced';
  expect(() => readHistory(folder, BASE_URL)).toThrow(`Opening the history ${folder}: ${problem}`);
  expect(() => add(folder)).toThrow(`Writing the history ${folder}: ${problem}`);
  expect(readdirSync(folder)).toEqual(['runs.jsonl']);
});

it.skipIf(process.platform === 'win32')('lets only its owner read it, whatever the umask', async () => {
  withoutUmask();
  const above = await temporaryFolder();
  const folder = join(above, 'runs');
  add(folder);
  expect(modesIn(above)).toEqual({ runs: '755' });
  expect(modesIn(folder)).toEqual({ 'profile.json': '600', 'runs.jsonl': '600' });
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
  expect(() => add(link)).toThrow(error('Writing'));
  expect([readdirSync(join(folder, 'folder')), existsSync(join(folder, 'nowhere'))]).toEqual([[], false]);
});
