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

/** The files of `writeReports`. */
export const reportFiles = {
  html: 'report.html',
  json: 'report.json',
  junit: 'junit.xml',
  har: 'transcript.har',
} as const;

/** Writes every format of a report to a folder, which is created if necessary. Throws an InputError if that fails. */
export function writeReports(
  folder: string,
  report: Report,
  transcript: Transcript,
  creator: Parameters<typeof writeHar>[1],
): void {
  const attempted = `Writing reports to ${folder}`;
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  try {
    makeFolders(folder);
    write(reportFiles.html, htmlReport(report, transcript));
    write(reportFiles.json, jsonReport(report));
    write(reportFiles.junit, junitReport(report, transcript));
    write(reportFiles.har, writeHar(transcript, creator));
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw new InputError(
        attempted,
        whyNotWritten(error),
        'Use a folder that can be created, such as contract-report',
      );
    }
    // The longest string has half a gigabyte; only the HAR can be larger.
    const problem = `the responses are too large for one ${reportFiles.har}`;
    throw new InputError(attempted, problem, 'The other files were written. Try a smaller --max-requests');
  }
}
