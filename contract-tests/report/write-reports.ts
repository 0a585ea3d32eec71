import { join } from 'node:path';
import type { Transcript } from '../../src/exchange/transcript.js';
import { writeHar } from '../../src/exchange/write-har.js';
import { explainFailedWrite } from '../../src/files/file-problem.js';
import { makeOutputFolder } from '../../src/files/folders.js';
import { replaceFiles } from '../../src/files/replace-files.js';
import { InputError } from '../../src/json/input-error.js';
import { ctrfReport } from './ctrf.js';
import { htmlReport } from './html/html-report.js';
import { documentText, type Report } from './report.js';
import { REPORT_EXAMPLE, reportFiles, requireOwnReports } from './report-files.js';
import { jsonReport, junitReport } from './reporters.js';

/** Writes every format of a report, readable by its owner only. Throws an InputError, and changes nothing, if that fails. */
export function writeReports(folder: string, report: Report, transcript: Transcript): void {
  const creator = { name: 'petstore-mock', version: report.suite.version, comment: documentText(report) };
  const har = harWithinLimits(transcript, creator);
  const texts = {
    [reportFiles.html]: htmlReport(report, transcript),
    [reportFiles.json]: jsonReport(report),
    [reportFiles.junit]: junitReport(report, transcript),
    [reportFiles.ctrf]: jsonReport(ctrfReport(report, transcript)),
    ...(har !== undefined && { [reportFiles.har]: har }),
  };
  const files = Object.entries(texts).map(([name, text]) => ({ file: join(folder, name), text, isPrivate: true }));
  const attempted = `Writing reports to ${folder}`;
  explainFailedWrite(attempted, `Use a folder that can be written to: ${REPORT_EXAMPLE}`, () => {
    makeOutputFolder(folder, attempted, REPORT_EXAMPLE);
    requireOwnReports(folder, attempted);
    replaceFiles(...files);
  });
  if (har !== undefined) return;
  const problem = `the responses are too large for one ${reportFiles.har}`;
  throw new InputError(attempted, problem, 'The other files were written. Try a smaller --max-requests');
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
