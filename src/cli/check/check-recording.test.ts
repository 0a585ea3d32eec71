import { writeFileSync } from 'node:fs';
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
    'not a HAR file, but a profile. Name a HAR file, such as transcript.har in the folder of a report',
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
