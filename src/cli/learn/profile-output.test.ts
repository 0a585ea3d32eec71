import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { openProfileFile } from './profile-output.js';

const OLD = '{"format":"petstore-mock-profile","version":0}';

it('writes a new file whole, and leaves nothing else behind', async () => {
  const folder = await temporaryFolder();
  openProfileFile('p.json', { folder }).write('text');
  expect(readFileSync(join(folder, 'p.json'), 'utf8')).toBe('text');
  expect(readdirSync(folder)).toEqual(['p.json']);
});

it('fills an empty file, such as `mktemp` makes', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'p.json'), '');
  const opened = openProfileFile('p.json', { folder });
  expect(opened.standing).toBeUndefined();
  opened.write('text');
  expect(readFileSync(join(folder, 'p.json'), 'utf8')).toBe('text');
});

it('overwrites a profile, where a link leads too', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'p.json'), OLD);
  symlinkSync('p.json', join(folder, 'link.json'));
  openProfileFile('link.json', { folder }).write('new');
  expect(readFileSync(join(folder, 'p.json'), 'utf8')).toBe('new');
});

it.each([
  ['a file that is no profile', 'other.json', 'a file is there that is no profile, and it is kept'],
  ['a folder', 'folder', 'it is no file'],
  ['a file in a folder that is not there', 'none/p.json', 'there is no such folder'],
  ['a file below a file', 'other.json/p.json', 'a part of its path is a file'],
  ['no name', ' ', 'the file has no name'],
])('refuses %s before anything is sent', async (_, name, problem) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'other.json'), '{"format":"else"}');
  mkdirSync(join(folder, 'folder'));
  expect(() => openProfileFile(name, { folder })).toThrow(problem);
});

it('leaves nothing behind where nothing is written after all', async () => {
  const folder = await temporaryFolder();
  openProfileFile('p.json', { folder });
  expect(readdirSync(folder)).toEqual([]);
});
