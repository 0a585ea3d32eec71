import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { isJsonObject } from '../json/json.js';
import { type OutputFile, requireWritable, writeOutput } from './output-file.js';

const json = (folder: string, name: string): OutputFile => ({
  flag: '--json',
  name,
  folder,
  kind: 'report',
  isOfKind: (value) => isJsonObject(value) && 'rules' in value,
});

test.each(['{"name":"shop","version":"1.0.0"}', 'some notes', '[]', '{"summary":{},"observations":[]}'])(
  'does not replace a file that is not a report: %s',
  async (text) => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'package.json'), text);
    expect(() => requireWritable(json(folder, 'package.json'))).toThrow(
      'Preparing --json package.json: the existing file is not a report, so it is not replaced. Name another file: --json report.json',
    );
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(text);
  },
);

test('replaces a report, and returns its JSON', async () => {
  const folder = await temporaryFolder();
  const text = '{"rules":[]}';
  writeFileSync(join(folder, 'report.json'), text);
  const file = json(folder, 'report.json');
  expect(requireWritable(file)).toEqual(JSON.parse(text));
  writeOutput(file, 'new');
  expect(readFileSync(join(folder, 'report.json'), 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['report.json']);
});

test('accepts an empty file, a new one and a device', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'empty.json'), '');
  for (const name of ['empty.json', 'new.json', '/dev/null']) {
    const file = json(folder, name);
    expect(requireWritable(file)).toBeUndefined();
    writeOutput(file, 'text');
  }
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
});

it('changes nothing before it writes', async () => {
  const folder = await temporaryFolder();
  const text = '{"rules":[]}';
  writeFileSync(join(folder, 'old.json'), text);
  symlinkSync('nowhere.json', join(folder, 'link.json'));
  for (const name of ['old.json', 'new.json', 'link.json']) requireWritable(json(folder, name));
  expect(readdirSync(folder).sort()).toEqual(['link.json', 'old.json']);
  expect(readFileSync(join(folder, 'old.json'), 'utf8')).toBe(text);
  expect(lstatSync(join(folder, 'link.json')).isSymbolicLink()).toBe(true);
});

it.each([
  ['taken', 'it is a directory'],
  ['none/x.json', 'the folder does not exist'],
  ['old.json/x.json', 'part of its path is a file'],
])('rejects %s', async (name, problem) => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'old.json'), '{}');
  expect(() => requireWritable(json(folder, name))).toThrow(
    `Preparing --json ${name}: ${problem}. Name another file: --json report.json`,
  );
});
