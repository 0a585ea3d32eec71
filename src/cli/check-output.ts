import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jsonReport } from '../../contract-tests/report/json-report.js';
import type { Report } from '../../contract-tests/report/report.js';
import { reporters } from '../../contract-tests/report/reporters.js';
import { reportFiles, writeReports } from '../../contract-tests/report/write-reports.js';
import type { Transcript } from '../transcript/transcript.js';
import { InputError } from '../validation/input-error.js';
import type { CheckSettings } from './check-settings.js';
import { colorsFor, type Terminal } from './terminal.js';

/** Writes the files that were asked for, then prints the report. Throws an InputError where a file cannot be written. */
export function deliverReport(
  report: Report,
  transcript: Transcript,
  settings: Pick<CheckSettings, 'report' | 'json' | 'reporter'>,
  version: string,
  { stdout, folder, variables }: Terminal,
): void {
  const print = () => {
    const place = settings.report;
    const files = place === undefined ? {} : { html: join(place, reportFiles.html), har: join(place, reportFiles.har) };
    const colors = colorsFor(stdout, variables);
    stdout.write(
      reporters[settings.reporter ?? 'list'](report, transcript, {
        colors,
        files,
        isFolded: settings.reporter === undefined,
      }),
    );
  };
  try {
    const creator = { name: 'petstore-mock', version };
    if (settings.report !== undefined) writeReports(resolve(folder, settings.report), report, transcript, creator);
  } finally {
    // What was found is told even where it could not be saved, and saved wherever it can be.
    try {
      if (settings.json !== undefined) writeJson(resolve(folder, settings.json), report);
    } finally {
      print();
    }
  }
}

function writeJson(file: string, report: Report): void {
  try {
    writeFileSync(file, jsonReport(report));
  } catch (error) {
    throw new InputError(`Writing --json ${file}`, (error as Error).message, 'Name a file that can be written');
  }
}
