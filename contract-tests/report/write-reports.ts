import { join } from 'node:path';
import type { Transcript } from '../../src/exchange/transcript.js';
import { writeHar } from '../../src/exchange/write-har.js';
import { whyNotWritten } from '../../src/spec/validation/file-problem.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import { makeOwnFolder, requireOwnFiles } from '../output-files.js';
import { replaceFiles } from '../replace-files.js';
import { htmlReport } from './html-report.js';
import { junitReport } from './junit-report.js';
import type { Report } from './report.js';
import { jsonReport } from './reporters.js';
import { sidesHtml } from './sides/sides-html.js';
import { sidesJunit } from './sides/sides-junit.js';
import type { SidesKind, SidesReport } from './sides/sides-report.js';

/** The files of `writeReports`. */
export const reportFiles = {
  html: 'report.html',
  json: 'report.json',
  junit: 'junit.xml',
  har: 'transcript.har',
} as const;

/** How files of a kind begin, of every version. */
type Heads = Readonly<Record<string, RegExp>>;

const checkHeads: Heads = {
  [reportFiles.html]: /^<!doctype html>.*<title>Contract check of /s,
  [reportFiles.json]: /^\{\s*"target": \{\s*"baseUrl": /,
  [reportFiles.junit]: /^<\?xml [^>]*>\s*<testsuites name="Petstore contract"/,
  [reportFiles.har]: /^\{\s*"log": \{\s*"version": "1\.2",\s*"creator": \{\s*"name": "petstore-mock/,
};

const EXAMPLE = '--report contract-report';

const headsOfSides: Readonly<Record<SidesKind, Heads>> = {
  Comparison: {
    [reportFiles.html]: /^<!doctype html>.*<title>Comparison of /s,
    [reportFiles.json]: /^\{\s*"left": .*"right": .*"differences": /s,
    [reportFiles.junit]: /^<\?xml [^>]*>\s*<testsuites name="Petstore comparison"/,
  },
  Fidelity: {
    [reportFiles.html]: /^<!doctype html>.*<title>Fidelity of /s,
    [reportFiles.json]: /^\{\s*"left": .*"right": .*"atLeast": /s,
    [reportFiles.junit]: /^<\?xml [^>]*>\s*<testsuites name="Petstore fidelity"/,
  },
};

/** Ensures that only earlier reports are replaced: of a check or, with `kind`, of two sides. Throws an InputError. */
export function requireOwnReports(folder: string, attempted: string, kind?: SidesKind): void {
  const heads = kind === undefined ? checkHeads : headsOfSides[kind];
  const files = Object.entries(heads).map(([name, head]) => [join(folder, name), head] as const);
  requireOwnFiles(files, attempted, EXAMPLE);
}

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

/** Writes the page, the JSON and the JUnit file of two sides, as {@link writeReports} does. Throws an InputError. */
export function writeSides(folder: string, report: SidesReport, json: string): void {
  const files = [
    { name: reportFiles.html, text: sidesHtml(report) },
    { name: reportFiles.json, text: json },
    { name: reportFiles.junit, text: sidesJunit(report) },
  ];
  replaceReports(folder, files, report.kind);
}

interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** Returns what was attempted, for errors. */
function replaceReports(folder: string, files: readonly ReportFile[], kind?: SidesKind): string {
  const attempted = `Writing reports to ${folder}`;
  try {
    makeOwnFolder(folder, attempted, EXAMPLE);
    requireOwnReports(folder, attempted, kind);
    replaceFiles(...files.map(({ name, text }) => ({ file: join(folder, name), text, isPrivate: true })));
  } catch (error) {
    if (error instanceof InputError) throw error;
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
