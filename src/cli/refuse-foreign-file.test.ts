import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isReport } from '../../contract-tests/report/is-report.js';
import { jsonReport } from '../../contract-tests/report/json-report.js';
import { sampleReport } from '../../tests/report-for-tests.js';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { refuseForeignFile } from './refuse-foreign-file.js';

const refuse = (path: string) =>
  refuseForeignFile(path, { name: 'report', is: isReport }, 'Preparing it', 'Name another one');

test.each(['{"name":"shop","version":"1.0.0"}', 'some notes', '[]', '{"summary":{},"observations":[]}'])(
  'keeps a file that is no report: %s',
  async (text) => {
    const path = join(await temporaryFolder(), 'package.json');
    writeFileSync(path, text);
    expect(() => refuse(path)).toThrow(
      'Preparing it: a file is there that is no report, and it is kept. Name another one',
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
