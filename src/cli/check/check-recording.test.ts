import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonReport } from '../../../contract-tests/report/reporters.js';
import { blankProfile } from '../../../tests/profile-for-tests.js';
import { sampleReport } from '../../../tests/report-for-tests.js';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { documentLines } from '../../spec/document-lines.js';
import { readRecording } from './check-recording.js';

test.each([
  [
    'staging.json',
    documentLines(blankProfile()),
    'not a HAR file, but a profile. Name a HAR file: --from recording.har',
  ],
  ['report.json', jsonReport(sampleReport()), 'not a HAR file, but JSON of another kind'],
  ['list.json', '[]', 'not a HAR file, but JSON of another kind'],
])('describes %s, which is not a recording', async (name, text, problem) => {
  const file = join(await temporaryFolder(), name);
  writeFileSync(file, text);
  expect(() => readRecording(file)).toThrow(`Reading the recording ${file}: ${problem}`);
});

test.each(['', 'no json', '{"log":{}}', '{"log":'])(
  'leaves an invalid recording to the HAR reader: %j',
  async (text) => {
    const file = join(await temporaryFolder(), 'recording.har');
    writeFileSync(file, text);
    expect(() => readRecording(file)).toThrow(`Reading ${file}: `);
  },
);

test('finds the recording in a folder of reports, or beside a report', async () => {
  const folder = join(await temporaryFolder(), 'out');
  mkdirSync(folder);
  writeFileSync(join(folder, 'transcript.har'), '{"log":{}}');
  writeFileSync(join(folder, 'report.json'), jsonReport(sampleReport()));
  const remedy = `Try --from ${join(folder, 'transcript.har')}`;
  expect(() => readRecording(folder)).toThrow(`it is a directory. ${remedy}`);
  expect(() => readRecording(join(folder, 'report.json'))).toThrow(remedy);
});
