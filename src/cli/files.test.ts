import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { isReport } from '../../contract-tests/report/report.js';
import { jsonReport } from '../../contract-tests/report/reporters.js';
import { sampleReport } from '../../tests/report-for-tests.js';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { requireJsonFile, requireReplaceable } from './files.js';

const refuse = (path: string) =>
  requireReplaceable(path, { name: 'report', is: isReport }, 'Preparing it', 'Name another one');

test.each(['{"name":"shop","version":"1.0.0"}', 'some notes', '[]', '{"summary":{},"observations":[]}'])(
  'keeps a file that is no report: %s',
  async (text) => {
    const path = join(await temporaryFolder(), 'package.json');
    writeFileSync(path, text);
    expect(() => refuse(path)).toThrow(
      'Preparing it: the existing file is not a report, so it is not replaced. Name another one',
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('lets a report be replaced, and answers what it holds', async () => {
  const path = join(await temporaryFolder(), 'report.json');
  const text = jsonReport(sampleReport());
  writeFileSync(path, text);
  expect(refuse(path)).toEqual(JSON.parse(text));
});

test('leaves to others what is empty, no file, or not there', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'empty.json'), '');
  for (const name of ['empty.json', 'taken', 'new.json', 'taken/new.json', 'none/new.json'])
    expect(refuse(join(folder, name))).toBeUndefined();
  expect(refuse('/dev/null')).toBeUndefined();
});

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
  ['none/x.json', 'the folder does not exist'],
  ['old.json/x.json', 'part of its path is a file'],
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
    'Preparing --json x.json: the existing file is not a note, so it is not replaced. Name another file: --json note.json',
  );
});
