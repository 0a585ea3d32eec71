import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLine } from '../../../contract-tests/history/run-line-for-tests.js';
import { jsonReport } from '../../../contract-tests/report/reporters.js';
import { blankProfile } from '../../../tests/profile-for-tests.js';
import { sampleReport } from '../../../tests/report-for-tests.js';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { writeProfile } from '../../fidelity/profile/write-profile.js';
import { readRecordings } from './check-recording.js';

const run = `${JSON.stringify(runLine())}\n`;

test.each([
  [
    'staging.json',
    writeProfile(blankProfile()),
    'not a HAR file, but a profile, which contains no exchanges. Name a HAR file: --from recording.har. A profile is for petstore-mock serve --profile',
  ],
  ['report.json', jsonReport(sampleReport()), 'not a HAR file, but the report of a check'],
  ['runs.jsonl', run, 'not a HAR file, but the runs of a history, which contain no exchanges'],
  ['runs.jsonl', run + run, 'not a HAR file, but the runs of a history, which contain no exchanges'],
  ['list.json', '[]', 'not a HAR file, but a JSON array'],
])('says what %s is that is no recording', async (name, text, problem) => {
  const file = join(await temporaryFolder(), name);
  writeFileSync(file, text);
  expect(() => readRecordings([file])).toThrow(`Reading the recording ${file}: ${problem}`);
});

test.each(['', 'no json', '{"log":{}}', '{"log":'])('leaves a broken recording to its reader: %j', async (text) => {
  const file = join(await temporaryFolder(), 'recording.har');
  writeFileSync(file, text);
  expect(() => readRecordings([file])).toThrow(`Reading ${file}: `);
});

test('names the recording that lies in a folder of reports, or beside a report', async () => {
  const folder = join(await temporaryFolder(), 'out');
  mkdirSync(folder);
  writeFileSync(join(folder, 'transcript.har'), '{"log":{}}');
  writeFileSync(join(folder, 'report.json'), jsonReport(sampleReport()));
  const remedy = `Try --from ${join(folder, 'transcript.har')}`;
  expect(() => readRecordings([folder])).toThrow(`it is a directory. ${remedy}`);
  expect(() => readRecordings([join(folder, 'report.json')])).toThrow(remedy);
});
