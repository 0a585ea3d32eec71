import { accessSync, closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolders } from '../../contract-tests/make-folders.js';
import { jsonReport } from '../../contract-tests/report/json-report.js';
import type { Report } from '../../contract-tests/report/report.js';
import { reporters } from '../../contract-tests/report/reporters.js';
import { reportFiles, writeReports } from '../../contract-tests/report/write-reports.js';
import type { Transcript } from '../transcript/transcript.js';
import { InputError } from '../validation/input-error.js';
import type { CheckSettings } from './check-settings.js';
import { colorsFor, type Terminal } from './terminal.js';

/** Makes sure, before anything is sent, that the report can be written where it was asked for. Throws an InputError. */
export function requireWritable(settings: Pick<CheckSettings, 'report' | 'json'>, { folder }: Terminal): void {
  if (settings.report !== undefined) requireFolder(resolve(folder, settings.report), settings.report);
  if (settings.json !== undefined) requireFile(resolve(folder, settings.json), settings.json);
}

function requireFolder(path: string, name: string): void {
  try {
    makeFolders(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    const remedy = 'Name a folder that can be made, such as --report contract-report';
    throw new InputError(`Preparing --report ${name}`, (error as Error).message, remedy);
  }
}

function requireFile(path: string, name: string): void {
  try {
    // Opening it for appending changes nothing of what it holds.
    closeSync(openSync(path, 'a'));
  } catch (error) {
    throw new InputError(`Preparing --json ${name}`, (error as Error).message, 'Name a file that can be written');
  }
}

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
