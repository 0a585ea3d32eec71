import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, test } from 'vitest';
import { temporaryFolder } from '../tests/temporary-file.js';
import { makeFolders, requireFolder } from './output-files.js';

test('makes what is missing and says what that was', async () => {
  const above = await temporaryFolder();
  const folder = join(above, 'a', 'b');
  expect(makeFolders(folder)).toEqual([dirname(folder), folder]);
  expect(makeFolders(folder)).toEqual([]);
});

test('throws where a file is in the way', async () => {
  const file = join(await temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolders(file)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(() => makeFolders(join(file, 'below'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
});

test.runIf(process.platform === 'linux')('returns at once where no folder can be made', () => {
  expect(() => makeFolders('/proc/no-such-folder/below')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

it('leaves nothing of a folder that can be made', async () => {
  const folder = await temporaryFolder();
  requireFolder(join(folder, 'a', 'b'), 'Preparing', '--report r');
  expect(existsSync(join(folder, 'a'))).toBe(false);
  requireFolder(folder, 'Preparing', '--report r');
  expect(existsSync(folder)).toBe(true);
});

it.each([
  ['file', 'there is a file of that name'],
  ['file/below', 'a part of its path is a file'],
])('refuses %s', async (name, problem) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => requireFolder(join(folder, name), 'Preparing --report', '--report r')).toThrow(
    `Preparing --report: ${problem}. Name a folder that can be made, such as --report r`,
  );
});
