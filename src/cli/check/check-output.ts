import { appendFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mostRequests, type PlannedRequest, planRequests } from '../../../contract-tests/plan.js';
import { consoleReport, quietReport, resultReport } from '../../../contract-tests/report/console-report.js';
import { jobSummary } from '../../../contract-tests/report/job-summary.js';
import type { Report } from '../../../contract-tests/report/report.js';
import { reportFiles } from '../../../contract-tests/report/report-files.js';
import { annotations, jsonReport } from '../../../contract-tests/report/reporters.js';
import { cut, type Look, wrap } from '../../../contract-tests/report/terminal-text.js';
import { writeReports } from '../../../contract-tests/report/write-reports.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers.js';
import { type MisplacedKey, misplacedKeys } from '../../exchange/exchange.js';
import type { Transcript } from '../../exchange/transcript.js';
import { explainFailedWrite } from '../../files/file-problem.js';
import { writeOutput } from '../../files/output-file.js';
import { layoutFor, problemOf, reportProblems, type Terminal } from '../terminal.js';
import { baseUrlOf, type CheckSettings } from './check-options.js';
import type { ChosenRules } from './chosen-rules.js';
import { drawSeed } from './judge-target.js';
import { type JudgedRun, reportOn } from './judged-run.js';
import { jsonFileOf, type Outputs } from './outputs.js';

/** Writes the requested files and prints the report; returns the exit code. */
export function reportRun(
  judged: JudgedRun,
  waivers: readonly Waiver[],
  settings: CheckSettings,
  version: string,
  terminal: Terminal,
): number {
  const report = reportOn(judged, waivers, settings, version);
  const problems = writeOutputs(report, judged.transcript, settings, terminal);
  printReport(report, judged.transcript, problems, settings, terminal);
  return reportProblems(report.summary.exitCode, problems, terminal);
}

/** Writes the requested files, and the summary of a job of GitHub. Returns why some could not be written: first `--report`. */
export function writeOutputs(
  report: Report,
  transcript: Transcript,
  settings: Outputs,
  { folder, variables }: Pick<Terminal, 'folder' | 'variables'>,
): (string | undefined)[] {
  const place = settings.report;
  const json = jsonFileOf(settings, folder);
  const summary = variables.GITHUB_STEP_SUMMARY;
  return [
    place && problemOf(() => writeReports(resolve(folder, place), report, transcript)),
    json && problemOf(() => writeOutput(json, jsonReport(report))),
    summary && problemOf(() => appendTo(resolve(folder, summary), jobSummary(report, transcript))),
  ];
}

/** What other commands of the step have added stays. */
function appendTo(file: string, text: string): void {
  const remedy = 'Set GITHUB_STEP_SUMMARY to a file that can be written to, or to nothing';
  explainFailedWrite(`Adding the job summary to ${file}`, remedy, () => appendFileSync(file, text));
}

/** Prints the report, the JSON of `--json -`, and annotations in a workflow of GitHub. Names the files of `--report` unless there was a problem. */
export function printReport(
  report: Report,
  transcript: Transcript,
  [problem]: readonly (string | undefined)[],
  { report: place, json, reporter }: Outputs,
  { stdout, stderr, variables }: Terminal,
): void {
  if (json === '-') stdout.write(jsonReport(report));
  // A program may read standard output: nothing else goes there.
  const sink = json === '-' ? stderr : stdout;
  const isWritten = place !== undefined && problem === undefined;
  const files = isWritten ? { html: join(place, reportFiles.html), har: join(place, reportFiles.har) } : {};
  const options = { ...layoutFor(sink, variables), files };
  const usual = variables.GITHUB_ACTIONS === 'true' ? 'github' : 'list';
  // An annotation is shown in the log, too: nothing else repeats it.
  if ((reporter ?? usual) === 'github') sink.write(annotations(report, transcript) + resultReport(report, options));
  else sink.write((reporter === 'quiet' ? quietReport : consoleReport)(report, transcript, options));
}

const MOST_CHARACTERS = 60;

function credentialInWords(credential: PlannedRequest['credential']): string {
  if (credential === 'none') return 'no key';
  return credential in misplacedKeys ? `the key ${misplacedKeys[credential as MisplacedKey]}` : credential;
}

/** Formats the requests that a run would send, each with its reason, and the seed that chooses them. Throws an InputError without a base URL. */
export function planText(settings: CheckSettings, { colors, width }: Look, chosen?: ChosenRules): string {
  const { bold, dim, cyan } = colors;
  const { seed = drawSeed() } = settings;
  const options = { ...settings, baseUrl: baseUrlOf(settings), isExhausting: chosen?.isExhausting };
  const plan = planRequests(options, chosen?.suite);
  const lines = plan.flatMap(({ level, method, url, body, credential, condition, why }, index) => {
    const number = `${index + 1}`.padStart(3);
    const data = body === undefined ? '' : ` ${body === '' ? '(empty body)' : cut(body, MOST_CHARACTERS)}`;
    const when = condition === undefined ? '' : `, ${condition}`;
    const reason = wrap(`${why} (${credentialInWords(credential)}${when})`, width - 5);
    // Not wrapped, so that the URL can be copied.
    const line = `${number}  ${level.padEnd(7)}  ${cyan(method.padEnd(8))} ${url}${data}`;
    return [line, ...reason.map((each) => `     ${dim(each)}`)];
  });
  const most = mostRequests(plan, options);
  const total = `${bold(`At most ${most} requests.`)} Nothing was sent.`;
  return `${lines.join('\n')}\n\nThis is for --seed ${seed}; another seed sends other values, about another pet.\n${total}\n`;
}
