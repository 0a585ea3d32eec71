import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Transcript } from '../../src/exchange/transcript.js';
import { InputError } from '../../src/json/input-error.js';
import { sampleParts, sampleReport } from '../../tests/report-for-tests.js';
import { folderWithLinks, temporaryFolder } from '../../tests/temporary-file.js';
import { writeReports } from './write-reports.js';

test('writes every format into a new folder', async () => {
  const folder = join(await temporaryFolder(), 'deep', 'report');
  writeReports(folder, sampleReport(), sampleParts().transcript);
  expect(readdirSync(folder).sort()).toEqual([
    'ctrf.json',
    'junit.xml',
    'report.html',
    'report.json',
    'transcript.har',
  ]);
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toMatch(/^<!doctype html>/);
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(sampleReport());
  const { entries, creator } = JSON.parse(readFileSync(join(folder, 'transcript.har'), 'utf8')).log;
  expect(entries).toHaveLength(25);
  expect(creator).toEqual({
    name: 'petstore-mock',
    version: '0.2.0',
    comment: expect.stringMatching(/^Petstore Inventory Service Specification \(sha256 [\da-f]{12}\)$/),
  });
});

const write = (folder: string, report = sampleReport()) => writeReports(folder, report, sampleParts().transcript);

test('replaces an earlier report, readable by its owner only, and removes the drafts of a killed run', async () => {
  const folder = await temporaryFolder();
  write(folder, { ...sampleReport(), seed: 1 });
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
  const [stale, fresh] = ['report.html.0123456789ab.part', 'report.html.ba9876543210.part'];
  for (const name of [stale, fresh]) writeFileSync(join(folder, name), '');
  utimesSync(join(folder, stale), 0, 0);
  write(folder, { ...sampleReport(), seed: 2 });
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).seed).toBe(2);
  const names = ['ctrf.json', 'junit.xml', 'report.html', 'report.json', 'transcript.har'];
  // Another process may be writing the fresh one.
  expect(readdirSync(folder).sort()).toEqual([...names, fresh].sort());
  expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual(names.map(() => 0o600));
});

test.each([
  ['report.html', '<!doctype html><title>My page</title>'],
  ['report.json', '{"name":"shop"}'],
  ['junit.xml', '<?xml version="1.0"?>\n<testsuites name="jest">'],
  ['ctrf.json', '{"reportFormat":"CTRF","specVersion":"0.0.0","generatedBy":"vitest","results":{}}'],
  ['transcript.har', '{"log":{"version":"1.2","creator":{"name":"WebInspector"}}}'],
])('replaces nothing if %s is not a report', async (name, text) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, name), text);
  expect(() => write(folder)).toThrow(
    `its ${name} was not written by petstore-mock, so it is not replaced. Move it away, or name another folder: --report contract-report`,
  );
  expect(readdirSync(folder)).toEqual([name]);
  expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('writes through no link, and into no folder', async () => {
  const folder = await temporaryFolder();
  write(join(folder, 'other'));
  for (const name of ['other/report.json', 'nowhere.json']) {
    const link = join(folder, 'report.json');
    symlinkSync(name, link);
    expect(() => write(folder)).toThrow('its report.json is not a regular file');
    rmSync(link);
  }
  mkdirSync(join(folder, 'junit.xml'));
  expect(() => write(folder)).toThrow('its junit.xml is not a regular file');
  expect(readdirSync(folder).sort()).toEqual(['junit.xml', 'other']);
});

test.each([
  ['folder', 'To write there, name the folder itself: --report <here>/folder'],
  ['file', 'Name a folder: --report contract-report'],
  ['nowhere', 'Name a folder: --report contract-report'],
])('does not follow a link to %s that another user has planted meanwhile', async (target, remedy) => {
  const folder = await folderWithLinks();
  const link = join(folder, `to-${target}`);
  const message = `Writing reports to ${link}: it is a link to ${target}. ${remedy.replace('<here>', folder)}`;
  expect(() => write(link)).toThrow(expect.objectContaining({ name: 'InputError', message }));
  expect([readdirSync(join(folder, 'folder')), existsSync(join(folder, 'nowhere'))]).toEqual([[], false]);
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
  expect(() => writeReports(folder, sampleReport(), large)).toThrow(
    /the responses are too large for one transcript\.har\. The other files were written/,
  );
  expect(readdirSync(folder).sort()).toEqual(['ctrf.json', 'junit.xml', 'report.html', 'report.json']);
});
