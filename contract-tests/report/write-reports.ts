import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transcript } from '../../src/exchange/transcript.js';
import { writeHar } from '../../src/exchange/write-har.js';
import { whyNotWritten } from '../../src/spec/validation/file-problem.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import { makeFolders } from '../output-files.js';
import { htmlReport } from './html-report.js';
import { junitReport } from './junit-report.js';
import type { Report } from './report.js';
import { jsonReport } from './reporters.js';

/** What `writeReports` puts into its folder. */
export const reportFiles = {
  html: 'report.html',
  json: 'report.json',
  junit: 'junit.xml',
  har: 'transcript.har',
} as const;

/** Writes every form of a report into a folder, which is made where there is none. Throws an InputError when it cannot. */
export function writeReports(
  folder: string,
  report: Report,
  transcript: Transcript,
  creator: Parameters<typeof writeHar>[1],
): void {
  const texts = {
    html: () => htmlReport(report, transcript),
    json: () => jsonReport(report),
    junit: () => junitReport(report),
    har: () => writeHar(transcript, creator),
  };
  try {
    makeFolders(folder);
    for (const form of Object.keys(reportFiles) as (keyof typeof reportFiles)[])
      writeFileSync(join(folder, reportFiles[form]), texts[form]());
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(folder);
    const remedy = 'Name a folder that can be made, such as contract-report';
    throw new InputError(`Writing reports to ${folder}`, whyNotWritten(error), remedy);
  }
}

/** The engine makes no text of more than half a gigabyte; only what was received, all of it in the HAR, can grow so large. */
function tooLarge(folder: string): InputError {
  return new InputError(
    `Writing reports to ${folder}`,
    `all that was received is too much for one ${reportFiles.har}`,
    'The other files are there. Try a smaller --max-requests',
  );
}
