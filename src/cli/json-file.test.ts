import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { requireJsonFile } from './json-file.js';

const NOTES = { name: 'note', is: (value: unknown) => value === 'old' };

it('changes nothing where a file can be written', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'old.json'), '"old"');
  symlinkSync('nowhere.json', join(folder, 'link.json'));
  for (const name of ['old.json', 'new.json', 'link.json']) requireJsonFile(join(folder, name), name, NOTES);
  expect(readdirSync(folder).sort()).toEqual(['link.json', 'old.json']);
  expect(readFileSync(join(folder, 'old.json'), 'utf8')).toBe('"old"');
  expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true);
});

it.each([
  ['.', 'it is a directory'],
  ['none/x.json', 'there is no such folder'],
  ['old.json/x.json', 'a part of its path is a file'],
])('refuses %s', async (name, problem) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'old.json'), '"old"');
  expect(() => requireJsonFile(join(folder, name), name, NOTES)).toThrow(
    `Preparing --json ${name}: ${problem}. Name a file`,
  );
});

it('keeps a file of another kind', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'x.json'), '"new"');
  expect(() => requireJsonFile(join(folder, 'x.json'), 'x.json', NOTES)).toThrow(
    'Preparing --json x.json: a file is there that is no note, and it is kept. Name a file of its own: --json note.json',
  );
});
