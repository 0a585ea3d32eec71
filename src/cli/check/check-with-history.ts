import { resolve } from 'node:path';
import { changesText, lastKnown } from '../../../contract-tests/history/changes.js';
import { addToHistory, type RunLine, readHistory } from '../../../contract-tests/history/history-folder.js';
import { type Report, rulesWithOutcome } from '../../../contract-tests/report/report.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers.js';
import { compareProfiles } from '../../fidelity/compare/compare-profiles.js';
import type { ExplainedDifference } from '../../fidelity/compare/comparison.js';
import { learnTarget } from '../learn/learn-command.js';
import type { SuiteContext } from '../options.js';
import { ExitCode, layoutFor, problemOf, reportProblems, type Terminal } from '../terminal.js';
import { baseUrlOf, type CheckSettings } from './check-options.js';
import { printReport, writeOutputs } from './check-output.js';
import { reportOn } from './judged-run.js';

/** Checks once, compares the run with the history in a folder, and adds it. Returns the exit code. Throws an InputError, and sends nothing, for invalid input. */
export async function checkWithHistory(
  settings: CheckSettings,
  history: string,
  waivers: readonly Waiver[],
  context: SuiteContext,
  terminal: Terminal,
): Promise<number> {
  const { from, failOn, json } = settings;
  const folder = resolve(terminal.folder, history);
  const before = from === undefined ? readHistory(folder, baseUrlOf(settings)) : undefined;
  const startedMs = Date.now();
  const learned = await learnTarget(settings, context, terminal);
  const { transcript, profile } = learned;
  const known = from === undefined ? before : readHistory(folder, learned.settings.baseUrl);
  const report = reportOn(learned, waivers, settings);
  const exchanges = new Map(transcript.exchanges.map((exchange) => [exchange.number, exchange]));
  const now = { name: 'now', profile, exchanges };
  const differences = known === undefined ? [] : compareProfiles({ name: 'before', profile: known }, now).differences;
  const line = runLineOf(report, differences, startedMs, Date.now());
  const after = known === undefined ? profile : lastKnown(known, profile);
  const problems = [
    ...writeOutputs(report, transcript, settings, context.version, terminal),
    problemOf(() => addToHistory(folder, line, after)),
  ];
  printReport(report, transcript, problems, settings, terminal);
  // A program may read standard output.
  const sink = json === '-' ? terminal.stderr : terminal.stdout;
  const layout = layoutFor(sink, terminal.variables);
  sink.write(changesText(line.startedAt, known?.source.learnedAt, differences, layout));
  const isFailing = report.summary.exitCode === ExitCode.passed && failOn === 'change' && differences.length > 0;
  return reportProblems(isFailing ? ExitCode.failed : report.summary.exitCode, problems, terminal);
}

function runLineOf(
  { level, requests, rules, summary }: Report,
  differences: readonly ExplainedDifference[],
  startedMs: number,
  endedMs: number,
): RunLine {
  const { pass, violation, waived, inconclusive, skipped, exitCode, stopped } = summary;
  return {
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(endedMs).toISOString(),
    level,
    exitCode,
    counts: { pass, violation, waived, inconclusive, skipped },
    violated: rulesWithOutcome(rules, 'violation').map(({ id }) => id),
    stopped,
    requests: requests.sent,
    changes: differences.map(({ responses: _, ...change }) => change),
  };
}
