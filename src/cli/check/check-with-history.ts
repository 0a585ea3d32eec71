import { resolve } from 'node:path';
import { changesText } from '../../../contract-tests/history/changes.js';
import { addToHistory, type RunLine, readHistory } from '../../../contract-tests/history/history-folder.js';
import { type SettledCheck, settleChanges } from '../../../contract-tests/history/settle-changes.js';
import { type Report, rulesWithOutcome } from '../../../contract-tests/report/report.js';
import type { Waiver } from '../../../contract-tests/waivers/waivers.js';
import type { Difference } from '../../fidelity/compare/comparison.js';
import { learnTarget } from '../learn/learn-command.js';
import type { SuiteContext } from '../options.js';
import { ExitCode, layoutFor, problemOf, reportProblems, type Terminal, warn } from '../terminal.js';
import { baseUrlOf, type CheckSettings } from './check-options.js';
import { printReport, writeOutputs } from './check-output.js';
import { reportOn } from './judged-run.js';

/**
 * Checks, compares the run with the history in a folder, and adds it. Returns the exit code. Throws an InputError, and sends nothing, for
 * invalid input.
 */
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
  const first = await learnTarget(settings, context, terminal);
  const known = from === undefined ? before : readHistory(folder, first.settings.baseUrl);
  const repeat = () => {
    warn(terminal, known === undefined ? FIRST_IS_REPEATED : DIFFERENCE_IS_REPEATED);
    return learnTarget(settings, context, terminal);
  };
  const settled = await settleChanges(known, first, from === undefined ? repeat : undefined);
  const { run, changes, passing } = settled;
  const report = reportOn(run, waivers, settings, context.version);
  const line = runLineOf(report, settled, startedMs, Date.now());
  const problems = [
    ...writeOutputs(report, run.transcript, settings, terminal),
    problemOf(() => addToHistory(folder, line, settled.known)),
  ];
  printReport(report, run.transcript, problems, settings, terminal);
  // A program may read standard output.
  const sink = json === '-' ? terminal.stderr : terminal.stdout;
  const layout = layoutFor(sink, terminal.variables);
  const isComplete = report.summary.stopped === null;
  const since = known?.source.learnedAt;
  sink.write(changesText({ startedAt: line.startedAt, since, isComplete, changes, passing }, layout));
  const isFailing = report.summary.exitCode === ExitCode.passed && failOn === 'change' && changes.length > 0;
  return reportProblems(isFailing ? ExitCode.failed : report.summary.exitCode, problems, terminal);
}

const FIRST_IS_REPEATED =
  'this is the first run of the history, so it is repeated: what differs between two runs says nothing';
const DIFFERENCE_IS_REPEATED =
  'something differs from the last complete run, so the check is repeated: only what stays is a change';

function runLineOf(
  { level, requests, rules, summary }: Report,
  { changes, passing }: Pick<SettledCheck<unknown>, 'changes' | 'passing'>,
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
    changes: changes.map(factOf),
    passing: passing.map(factOf),
  };
}

const factOf = ({ path, left, right }: Difference): Difference => ({ path, left, right });
