import { consoleChanges, isNewViolation } from '../../../contract-tests/history/changes.js';
import {
  type DayBudget,
  dayBudget,
  nextRoomMs,
  perDayOf,
  shortestIntervalMs,
} from '../../../contract-tests/history/day-budget.js';
import type { History } from '../../../contract-tests/history/history-folder.js';
import { budgetFor } from '../../../contract-tests/probes/choose-probes.js';
import { quietReport } from '../../../contract-tests/report/console-report.js';
import { wrap } from '../../../contract-tests/report/terminal-text.js';
import { createRealClock, type SuiteClock } from '../../../contract-tests/sending/clock.js';
import { counted } from '../../spec/quoting.js';
import { dateAndTime, formatDuration } from '../../spec/times.js';
import { InputError } from '../../spec/validation/input-error.js';
import { withProblems } from '../output-file.js';
import { type Layout, type Terminal, warn } from '../terminal.js';
import { printReport } from './check-output.js';
import { createProgressLine } from './check-service.js';
import type { SuiteContext } from './gathered.js';
import { exitCodeOf, HistoryCheck, type HistoryRun, type HistorySettings } from './history-run.js';

/**
 * Checks once or repeatedly, adds every run to the history in a folder and prints the changes. Returns the exit code of the last
 * run. Throws an InputError, and sends nothing, for invalid input.
 */
export async function checkWithHistory(
  settings: HistorySettings,
  context: SuiteContext,
  terminal: Terminal,
  clock: SuiteClock = createRealClock(),
): Promise<number> {
  const check = new HistoryCheck(settings, context, terminal, clock);
  const run = await check.run();
  const problems = check.writeOutputs(run);
  printReport(run.report, run.transcript, problems, settings, terminal);
  check.print(changesOrNote(run, check.layout));
  const exitCode = withProblems(exitCodeOf(run, settings), problems, terminal);
  return settings.everyMs === undefined ? exitCode : checkAgain(check, run, settings.everyMs);
}

/** Without a profile, which somebody may have deleted, there is nothing to compare with. */
const FIRST = 'First run of this history, or its profile.json is missing. The next run is compared with this one.';

function changesOrNote({ line, before, differences }: HistoryRun, layout: Layout): string {
  const { width } = layout;
  if (before === undefined) return paragraph(FIRST, width);
  const changes = consoleChanges(line, before, layout, differences);
  return changes || paragraph(`No changes since ${dateAndTime(before.startedAt, 'minute')} UTC.`, width);
}

function paragraph(text: string, width: number): string {
  return wrap(text, width - 2)
    .map((line) => `  ${line}\n`)
    .join('');
}

/** Repeats a check within its daily budget and prints only changes, until it is aborted. Returns the exit code of the last run. */
async function checkAgain(check: HistoryCheck, first: HistoryRun, everyMs: number): Promise<number> {
  const { settings, context, terminal, clock, layout } = check;
  const print = (text: string) => check.print(paragraph(text, layout.width));
  let exitCode = exitCodeOf(first, settings);
  let startedMs = first.startedMs;
  let isStretchPrinted = false;
  let [runs, changes] = [1, 0];
  while (!context.signal.aborted) {
    const history = check.read();
    const intervalMs = Math.max(everyMs, shortestIntervalMs(budgetOf(history, settings)));
    if (intervalMs > everyMs && !isStretchPrinted) {
      print(stretchText(history, settings, everyMs));
      isStretchPrinted = true;
    }
    if (runs === 1) print(`Repeating every ${formatDuration(intervalMs)}; only changes are printed. Ctrl-C ends it.`);
    // A clock that was set back does not make the wait longer.
    await sleep(Math.min(startedMs + intervalMs - clock.now(), intervalMs), check);
    startedMs = clock.now();
    try {
      await waitForBudget(check);
      if (context.signal.aborted) break;
      startedMs = clock.now();
      const run = await check.run();
      // Once may be the network's fault.
      if (run.line.unreached !== 'once') exitCode = exitCodeOf(run, settings);
      runs += 1;
      changes += run.line.changes.length;
      const text = consoleChanges(run.line, run.before, layout, run.differences);
      if (text !== '') check.print(text + newViolationsText(run, check));
      for (const each of check.writeOutputs(run)) if (each !== undefined) warn(terminal, each);
    } catch (error) {
      // It may be temporary, such as a full disk or a fake that restarts: the input was valid at the start.
      if (!(error instanceof InputError)) throw error;
      warn(terminal, error.message);
    }
  }
  print(`${counted(runs, 'run')}, ${counted(changes, 'change')} in total.`);
  return exitCode;
}

/** Waits until another run fits into the daily budget. Checks again after each wait: another process may add runs to the history. */
async function waitForBudget(check: HistoryCheck): Promise<void> {
  const { settings, context, clock } = check;
  while (!context.signal.aborted) {
    const history = check.read();
    const nowMs = clock.now();
    const roomMs = nextRoomMs(history.runs, budgetOf(history, settings), nowMs);
    if (roomMs <= nowMs) return;
    await sleep(roomMs - nowMs, check);
  }
}

function newViolationsText({ report, transcript, line }: HistoryRun, { layout }: HistoryCheck): string {
  const ids = line.changes.filter(isNewViolation).map(({ path }) => path.slice('rule/'.length));
  if (ids.length === 0) return '';
  const rules = report.rules.filter(({ id }) => ids.includes(id));
  return quietReport({ ...report, rules }, transcript, layout);
}

/** The number of runs of the same level from which the size of the next one is estimated. */
const RUNS_LOOKED_AT = 10;

function budgetOf(
  { runs, known }: History,
  { plan, reserve, level, maxRequests, repeat = 1 }: HistorySettings,
): DayBudget {
  const sent = runs
    .filter((run) => run.level === level)
    .slice(-RUNS_LOOKED_AT)
    .map(({ requests }) => requests);
  const most = Math.max(0, ...sent) || (maxRequests ?? budgetFor({ level, plan }) * repeat);
  return dayBudget(perDayOf(plan, known), reserve, most);
}

function stretchText(history: History, settings: HistorySettings, everyMs: number): string {
  const budget = budgetOf(history, settings);
  const inWords = (count: number) => count.toLocaleString('en-GB');
  const wanted = inWords(Math.round(86_400_000 / everyMs) * budget.perRun);
  const limit = perDayOf(settings.plan, history.known);
  const of = limit === undefined ? '' : ` of the plan's ${inWords(limit)}`;
  const reserve = `--reserve ${Math.round(settings.reserve * 100)}%`;
  return `A run every ${formatDuration(everyMs)} would send ${wanted} requests a day; ${inWords(budget.requests)}${of} are allowed (${reserve}).`;
}

/** Shows the remaining time on a terminal; prints nothing elsewhere. */
async function sleep(ms: number, { clock, context, terminal: { stderr } }: HistoryCheck): Promise<void> {
  if (ms <= 0) return;
  const progress = createProgressLine(stderr, () => clock.now());
  if (stderr.isTTY) progress.show({ kind: 'waiting', untilMs: clock.now() + ms, why: 'the next run is due then' });
  await clock.wait(ms, context.signal);
  progress.clear();
}
