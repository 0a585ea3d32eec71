import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
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

const write = (folder: string, report = sampleReport()) =>
  writeReports(folder, report, sampleParts().transcript, creator);

test('replaces an earlier report, readable by its owner only, and removes the drafts of a killed run', async () => {
  const folder = await temporaryFolder();
  write(folder, { ...sampleReport(), seed: 1 });
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  const [stale, fresh] = ['report.html.0123456789ab.part', 'report.html.ba9876543210.part'];
  for (const name of [stale, fresh]) writeFileSync(join(folder, name), '');
  utimesSync(join(folder, stale), 0, 0);
  write(folder, { ...sampleReport(), seed: 2 });
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).seed).toBe(2);
  const names = ['junit.xml', 'report.html', 'report.json', 'transcript.har'];
  // Another process may be writing the fresh one.
  expect(readdirSync(folder).sort()).toEqual([...names, fresh].sort());
  expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(names.map(() => 0o600));
});

test('explains why it cannot write, with a suggested fix', async () => {
  const file = join(await temporaryFolder(), 'taken');
  writeFileSync(file, '');
  expect(() => write(file)).toThrow(InputError);
  expect(() => write(file)).toThrow(`Writing reports to ${file}: a file with this name exists. Use a folder`);
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
  expect(() => writeReports(folder, sampleReport(), large, creator)).toThrow(
    /the responses are too large for one transcript\.har\. The other files were written/,
  );
  expect(readdirSync(folder).sort()).toEqual(['junit.xml', 'report.html', 'report.json']);
});
