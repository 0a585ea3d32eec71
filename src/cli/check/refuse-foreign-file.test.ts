import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonReport } from '../../../contract-tests/report/json-report.js';
import { sampleReport } from '../../../tests/report-for-tests.js';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { requireWritable } from './check-output.js';
import { refuseForeignFile } from './refuse-foreign-file.js';

test.each(['{"name":"shop","version":"1.0.0"}', 'some notes', '[]', '{"summary":{},"observations":[]}'])(
  'keeps a file that is no report: %s',
  async (text) => {
    const folder = await temporaryFolder();
    const path = join(folder, 'package.json');
    writeFileSync(path, text);
    const prepare = () => requireWritable({ report: undefined, json: 'package.json' }, { folder } as never);
    expect(prepare).toThrow(
      'Preparing --json package.json: a file is there that is no report, and it is kept. Name a file of its own: --json report.json',
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test.each([
  ['a report', jsonReport(sampleReport())],
  ['an empty file', ''],
])('lets %s be replaced', async (_, text) => {
  const path = join(await temporaryFolder(), 'report.json');
  writeFileSync(path, text);
  expect(() => refuseForeignFile(path, 'report.json')).not.toThrow();
});

test('leaves to others what is no file, or not there', async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'taken'));
  for (const name of ['taken', 'new.json', 'taken/new.json', 'none/new.json'])
    expect(() => refuseForeignFile(join(folder, name), name)).not.toThrow();
  expect(() => refuseForeignFile('/dev/null', '/dev/null')).not.toThrow();
});
