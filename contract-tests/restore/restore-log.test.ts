// Long: the log survives the death of its process, and writers at the same time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../tests/temporary-file.js';
import { defaultRestoreFolder, openRestoreLog, type PendingWrite, readOpenWrites } from './restore-log.js';

const baseUrl = 'https://staging.example.test/v1';
const write: PendingWrite = { baseUrl, petId: '7', original: '12', possible: ['5', '17'] };
const other: PendingWrite = { baseUrl, petId: '8', original: '1', possible: ['0'] };

async function freshRestoreLog() {
  const folder = join(await temporaryFolder(), 'state', 'restore');
  return { folder, restoreLog: openRestoreLog({ folder, restoreCommand: 'petstore-mock restore' }) };
}

test('has entries until they are closed', async () => {
  const { folder, restoreLog } = await freshRestoreLog();
  await restoreLog.open(write);
  expect(await restoreLog.pending(baseUrl, '7')).toEqual(write);
  expect(readOpenWrites(folder).writes).toEqual([write]);
  expect([...restoreLog.openPets]).toEqual(['7']);
  await restoreLog.close(baseUrl, '7');
  expect([...restoreLog.openPets]).toEqual([]);
  expect(await restoreLog.pending(baseUrl, '7')).toBeUndefined();
  expect(readOpenWrites(folder).writes).toEqual([]);
});

test('retains the first original of a pet and adds possible quantities', async () => {
  const { folder, restoreLog } = await freshRestoreLog();
  await restoreLog.open(write);
  const nextRun = openRestoreLog({ folder, restoreCommand: '' });
  await nextRun.open({ ...write, original: '5', possible: ['17', '0'] });
  expect(readOpenWrites(folder).writes).toEqual([{ ...write, possible: ['5', '17', '0'] }]);
});

test('separates pets and services, also in parallel', async () => {
  const { folder, restoreLog } = await freshRestoreLog();
  const elsewhere = { ...write, baseUrl: 'https://other.example.test/v1' };
  const secondRun = openRestoreLog({ folder, restoreCommand: '' });
  await Promise.all([restoreLog.open(write), secondRun.open(other), secondRun.open(elsewhere)]);
  await restoreLog.close(baseUrl, '7');
  const pending = readOpenWrites(folder).writes;
  expect(pending).toHaveLength(2);
  expect(pending).toEqual(expect.arrayContaining([other, elsewhere]));
});

test('ignores a close without an entry', async () => {
  const { folder, restoreLog } = await freshRestoreLog();
  await restoreLog.close(baseUrl, '7');
  expect(readOpenWrites(folder).writes).toEqual([]);
});

test.skipIf(process.platform === 'win32')('is readable by its owner only', async () => {
  const { folder, restoreLog } = await freshRestoreLog();
  await restoreLog.open(write);
  const [name = ''] = await readdir(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
});

test('ignores a partial draft of a crash', async () => {
  const { folder, restoreLog } = await freshRestoreLog();
  await restoreLog.open(write);
  const [name = ''] = await readdir(folder);
  await writeFile(join(folder, `${name}.1234`), '{"baseUrl":"htt');
  expect(readOpenWrites(folder).writes).toEqual([write]);
  expect(await restoreLog.pending(baseUrl, '7')).toEqual(write);
});

test.each([
  '',
  '{"baseUrl":"htt',
  '[]',
  JSON.stringify({ ...write, baseUrl: 'here' }),
  JSON.stringify({ ...write, petId: '07' }),
  JSON.stringify({ ...write, original: '12}' }),
  JSON.stringify({ ...write, original: 12 }),
  JSON.stringify({ ...write, possible: [5] }),
])('names an invalid file: %j', async (text) => {
  const { folder, restoreLog } = await freshRestoreLog();
  await restoreLog.open(write);
  const file = join(folder, (await readdir(folder))[0] ?? '');
  await writeFile(file, text);
  const problem = `Reading the pending write in ${file}: the file is invalid`;
  const { writes, problems } = readOpenWrites(folder);
  expect({ writes, problems }).toEqual({ writes: [], problems: [expect.stringContaining(problem)] });
  await expect(restoreLog.open(write)).rejects.toThrow(problem);
  await expect(restoreLog.close(baseUrl, '7')).rejects.toThrow(problem);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('explains why its folder cannot be used', async () => {
  const folder = await temporaryFile('taken', '');
  const restoreLog = openRestoreLog({ folder, restoreCommand: '' });
  await expect(restoreLog.open(write)).rejects.toThrow(
    `Using the restore log in ${folder}: part of its path is a file`,
  );
});

test('survives the death of its process', async () => {
  const { folder } = await freshRestoreLog();
  const module = fileURLToPath(new URL('./restore-log.ts', import.meta.url));
  const script = `
    const { openRestoreLog } = await import(${JSON.stringify(module)});
    const restoreLog = openRestoreLog({ folder: ${JSON.stringify(folder)}, restoreCommand: '' });
    await restoreLog.open(${JSON.stringify(write)});
    console.log('open');
    for (let id = 100; ; id++) await restoreLog.open({ ...${JSON.stringify(other)}, petId: String(id) });`;
  const run = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(run.stdout, 'data');
  run.kill('SIGKILL');
  await once(run, 'exit');
  expect(readOpenWrites(folder).writes).toContainEqual(write);
});

test('reports whether other users have access', async () => {
  const { folder, restoreLog } = await freshRestoreLog();
  await restoreLog.open(write);
  expect(readOpenWrites(folder)).toMatchObject({ isPrivate: true });
  await chmod(join(folder, (await readdir(folder))[0] ?? ''), 0o644);
  expect(readOpenWrites(folder)).toMatchObject({ isPrivate: process.platform === 'win32' });
});

test.each([
  ['linux', {}, '/home/ann', '/home/ann/.local/state/petstore-mock/restore'],
  ['linux', { XDG_STATE_HOME: '/state' }, '/home/ann', '/state/petstore-mock/restore'],
  ['linux', { XDG_STATE_HOME: 'state' }, '/home/ann', '/home/ann/.local/state/petstore-mock/restore'],
  ['darwin', { XDG_STATE_HOME: '' }, '/Users/ann', '/Users/ann/.local/state/petstore-mock/restore'],
  ['win32', { LOCALAPPDATA: 'D:\\App' }, 'C:\\Users\\ann', 'D:\\App\\petstore-mock\\restore'],
  ['win32', {}, 'C:\\Users\\ann', 'C:\\Users\\ann\\AppData\\Local\\petstore-mock\\restore'],
] as const)('on %s with %j', (platform, variables, home, expected) => {
  expect(defaultRestoreFolder(variables, platform, home)).toBe(expected);
});
