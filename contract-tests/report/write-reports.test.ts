import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transcript } from '../../src/exchange/transcript.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import { sampleParts, sampleReport } from '../../tests/report-for-tests.js';
import { temporaryFolder } from '../../tests/temporary-file.js';
import { writeReports } from './write-reports.js';

const creator = { name: 'petstore-mock', version: '0.0.0' };

test('writes every format into a new folder', async () => {
  const folder = join(await temporaryFolder(), 'deep', 'report');
  writeReports(folder, sampleReport(), sampleParts().transcript, creator);
  expect(readdirSync(folder).sort()).toEqual(['junit.xml', 'report.html', 'report.json', 'transcript.har']);
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toMatch(/^<!doctype html>/);
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(sampleReport());
  expect(JSON.parse(readFileSync(join(folder, 'transcript.har'), 'utf8')).log.entries).toHaveLength(25);
});

test('overwrites the files of an earlier check', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'junit.xml'), 'old');
  writeReports(folder, sampleReport(), sampleParts().transcript, creator);
  expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toMatch(/^<\?xml /);
});

test('explains why it cannot write, with a suggested fix', async () => {
  const file = join(await temporaryFolder(), 'taken');
  writeFileSync(file, '');
  const write = () => writeReports(file, sampleReport(), sampleParts().transcript, creator);
  expect(write).toThrow(InputError);
  expect(write).toThrow(`Writing reports to ${file}: a file with this name exists. Use a folder`);
});

test('writes the other files if a transcript is too large', async () => {
  const folder = await temporaryFolder();
  const { transcript } = sampleParts();
  const large: Transcript = {
    exchanges: transcript.exchanges,
    get run(): never {
      throw new RangeError('Invalid string length');
    },
  };
  const write = () => writeReports(folder, sampleReport(), large, creator);
  expect(write).toThrow(/the responses are too large for one transcript\.har\. The other files were written/);
  expect(readdirSync(folder).sort()).toEqual(['junit.xml', 'report.html', 'report.json']);
});
