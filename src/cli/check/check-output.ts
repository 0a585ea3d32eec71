import { join, resolve } from 'node:path';
import { isReport } from '../../../contract-tests/report/is-report.js';
import { jsonReport } from '../../../contract-tests/report/json-report.js';
import type { Report } from '../../../contract-tests/report/report.js';
import { reporters } from '../../../contract-tests/report/reporters.js';
import { reportFiles, writeReports } from '../../../contract-tests/report/write-reports.js';
import { requireFolder } from '../../../contract-tests/require-folder.js';
import type { Transcript } from '../../transcript/transcript.js';
import { columnsOf } from '../columns.js';
import { requireJsonFile, writeJsonFile } from '../json-file.js';
import { colorsFor, type Terminal } from '../terminal.js';
import type { CheckSettings } from './check-settings.js';

/** Makes sure, before anything is sent, that the report can be written where it was asked for, and changes nothing. Throws an InputError. */
export function requireWritable({ report, json }: Pick<CheckSettings, 'report' | 'json'>, { folder }: Terminal): void {
  const requireJson = () => {
    if (json === undefined || json === '-') return;
    requireJsonFile(resolve(folder, json), json, { name: 'report', is: isReport });
  };
  if (report === undefined) requireJson();
  // The file may be meant to lie in that folder.
  else requireFolder(resolve(folder, report), `Preparing --report ${report}`, '--report contract-report', requireJson);
}

/** Writes the files that were asked for, then prints the report. Throws an InputError where a file cannot be written. */
export function deliverReport(
  report: Report,
  transcript: Transcript,
  settings: Pick<CheckSettings, 'report' | 'json' | 'reporter'>,
  version: string,
  { stdout, stderr, folder, variables }: Terminal,
): void {
  const { json } = settings;
  const print = () => {
    if (json === '-') stdout.write(jsonReport(report));
    if (json === '-' && settings.reporter === 'json') return;
    // What a program reads from standard output stays alone there.
    const sink = json === '-' ? stderr : stdout;
    const place = settings.report;
    const files = place === undefined ? {} : { html: join(place, reportFiles.html), har: join(place, reportFiles.har) };
    sink.write(
      reporters[settings.reporter ?? 'list'](report, transcript, {
        colors: colorsFor(sink, variables),
        width: columnsOf(sink, variables),
        isTerminal: sink.isTTY === true,
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
      if (json !== undefined && json !== '-') writeJsonFile(resolve(folder, json), json, jsonReport(report));
    } finally {
      print();
    }
  }
}
