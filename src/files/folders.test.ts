import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, test } from 'vitest';
import { folderWithLinks, modesIn, temporaryFolder, withoutUmask } from '../../tests/temporary-file.js';
import { makeFolders, requireOutputFolder } from './folders.js';

test('creates missing folders and returns them', async () => {
  const above = await temporaryFolder();
  const folder = join(above, 'a', 'b');
  expect(makeFolders(folder)).toEqual([dirname(folder), folder]);
  expect(makeFolders(folder)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('lets nobody else write to new folders, whatever the umask', async () => {
  withoutUmask();
  const above = await temporaryFolder();
  makeFolders(join(above, 'a', 'b'));
  expect([modesIn(above), modesIn(join(above, 'a'))]).toEqual([{ a: '755' }, { b: '755' }]);
});

test('throws if a file is in the way', async () => {
  const file = join(await temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolders(file)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(() => makeFolders(join(file, 'below'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
});

test.runIf(process.platform === 'linux')('returns at once if no folder can be created', () => {
  expect(() => makeFolders('/proc/no-such-folder/below')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

it('leaves no folder behind', async () => {
  const folder = await temporaryFolder();
  requireOutputFolder(join(folder, 'a', 'b'), 'Preparing', '--report r');
  expect(existsSync(join(folder, 'a'))).toBe(false);
  requireOutputFolder(folder, 'Preparing', '--report r');
  expect(existsSync(folder)).toBe(true);
});

it.each([
  ['file', 'a file with this name exists'],
  ['file/below', 'part of its path is a file'],
])('rejects %s', async (name, problem) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  expect(() => requireOutputFolder(join(folder, name), 'Preparing --report', '--report r')).toThrow(
    `Preparing --report: ${problem}. Name a folder that can be created, such as --report r`,
  );
});

it.each([
  ['to-folder', 'folder. To write there, name the folder itself: --report <here>/folder'],
  ['to-file', 'file. Name a folder: --report r'],
  ['to-nowhere', 'nowhere. Name a folder: --report r'],
  ['to-itself', 'to-itself. Name a folder: --report r'],
])('rejects a link, %s', async (name, rest) => {
  const folder = await folderWithLinks();
  symlinkSync('to-itself', join(folder, 'to-itself'));
  const message = `Preparing --report: it is a link to ${rest.replace('<here>', folder)}`;
  expect(() => requireOutputFolder(join(folder, name), 'Preparing --report', '--report r')).toThrow(
    expect.objectContaining({ name: 'InputError', message }),
  );
});

it('follows a link above a folder', async () => {
  const folder = await folderWithLinks();
  requireOutputFolder(join(folder, 'to-folder', 'report'), 'Preparing --report', '--report r');
  makeFolders(join(folder, 'to-folder', 'report'));
  expect(readdirSync(join(folder, 'folder'))).toEqual(['report']);
});
