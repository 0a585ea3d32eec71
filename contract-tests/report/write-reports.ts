import { join } from 'node:path';
import type { Transcript } from '../../src/exchange/transcript.js';
import { writeHar } from '../../src/exchange/write-har.js';
import { whyNotWritten } from '../../src/spec/validation/file-problem.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import { makeFolders } from '../output-files.js';
import { replaceFiles } from '../replace-files.js';
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

const EXAMPLE = '--report contract-report';

/**
 * Writes every format of a report to a folder, which is created if necessary, readable by its owner only: they contain what was sent
 * and received. Replaces an earlier report. Throws an InputError, and changes nothing, if that fails.
 */
export function writeReports(
  folder: string,
  report: Report,
  transcript: Transcript,
  creator: Parameters<typeof writeHar>[1],
): void {
  const har = harWithinLimits(transcript, creator);
  const files = [
    { name: reportFiles.html, text: htmlReport(report, transcript) },
    { name: reportFiles.json, text: jsonReport(report) },
    { name: reportFiles.junit, text: junitReport(report, transcript) },
    ...(har === undefined ? [] : [{ name: reportFiles.har, text: har }]),
  ];
  const attempted = replaceReports(folder, files);
  if (har !== undefined) return;
  const problem = `the responses are too large for one ${reportFiles.har}`;
  throw new InputError(attempted, problem, 'The other files were written. Try a smaller --max-requests');
}

interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** Returns what was attempted, for errors. */
function replaceReports(folder: string, files: readonly ReportFile[]): string {
  const attempted = `Writing reports to ${folder}`;
  try {
    makeFolders(folder);
    replaceFiles(...files.map(({ name, text }) => ({ file: join(folder, name), text, isPrivate: true })));
  } catch (error) {
    throw new InputError(attempted, whyNotWritten(error), `Use a folder that can be written to: ${EXAMPLE}`);
  }
  return attempted;
}

/** The longest string has half a gigabyte; only the HAR can be larger. */
function harWithinLimits(...[transcript, creator]: Parameters<typeof writeHar>): string | undefined {
  try {
    return writeHar(transcript, creator);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
