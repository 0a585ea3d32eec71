import { join, resolve } from 'node:path';
import { requireFolder } from '../../../contract-tests/output-files.js';
import type { PlannedRequest } from '../../../contract-tests/plan.js';
import { isReport, type Report } from '../../../contract-tests/report/report.js';
import { jsonReport, reporters } from '../../../contract-tests/report/reporters.js';
import { wrap } from '../../../contract-tests/report/terminal-text.js';
import { reportFiles, writeReports } from '../../../contract-tests/report/write-reports.js';
import type { Transcript } from '../../exchange/transcript.js';
import { requireJsonFile, writeJsonFile } from '../files.js';
import { colorsFor, columnsOf, type Layout, type Terminal } from '../terminal.js';
import type { CheckSettings } from './check-settings.js';

/** Ensures, before anything is sent, that the report can be written. Changes nothing. Throws an InputError. */
export function requireWritable({ report, json }: Pick<CheckSettings, 'report' | 'json'>, { folder }: Terminal): void {
  const requireJson = () => {
    if (json === undefined || json === '-') return;
    requireJsonFile(resolve(folder, json), json, { name: 'report', is: isReport });
  };
  if (report === undefined) requireJson();
  // The file may be inside that folder.
  else requireFolder(resolve(folder, report), `Preparing --report ${report}`, '--report contract-report', requireJson);
}

/** Writes the requested files, then prints the report. Throws an InputError if a file cannot be written. */
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
    // A program may read standard output: nothing else goes there.
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
    // Every other output is still produced.
    try {
      if (json !== undefined && json !== '-') writeJsonFile(resolve(folder, json), json, jsonReport(report));
    } finally {
      print();
    }
  }
}

/** Formats the requests that a run would send, each with its reason, and their maximum number. */
export function planText(plan: readonly PlannedRequest[], { colors, columns }: Layout): string {
  const { bold, dim, cyan } = colors;
  const lines = plan.map((planned, index) => {
    const { level, method, url, body, credential, condition, why } = planned;
    const number = `${index + 1}`.padStart(3);
    const data = body === undefined ? '' : ` ${body === '' ? '(empty body)' : shortened(body)}`;
    const when = condition === undefined ? '' : `, ${condition}`;
    const reason = wrap(`${why} (${credential === 'none' ? 'no key' : credential}${when})`, columns - 5);
    // Not wrapped, so that the URL can be copied.
    const line = `${number}  ${level.padEnd(7)}  ${cyan(method.padEnd(8))} ${url}${data}`;
    return [line, ...reason.map((each) => `     ${dim(each)}`)].join('\n');
  });
  const most = plan.reduce((sum, { atMost }) => sum + atMost, 0);
  return `${lines.join('\n')}\n\n${bold(`At most ${most} requests.`)} Nothing was sent.\n`;
}

const MOST_CHARACTERS = 60;

function shortened(body: string): string {
  return body.length > MOST_CHARACTERS ? `${body.slice(0, MOST_CHARACTERS)}…` : body;
}
