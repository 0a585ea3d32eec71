import { isNewViolation } from '../../../contract-tests/history/changes.js';
import {
  type DayBudget,
  dayBudget,
  nextRoomMs,
  perDayOf,
  shortestIntervalMs,
} from '../../../contract-tests/history/day-budget.js';
import type { History } from '../../../contract-tests/history/history-folder.js';
import { levelBudgets } from '../../../contract-tests/probes/choose-probes.js';
import { quietReport } from '../../../contract-tests/report/console-report.js';
import type { SuiteClock } from '../../../contract-tests/sending/clock.js';
import { counted } from '../../spec/quoting.js';
import { formatDuration } from '../../spec/times.js';
import { InputError } from '../../spec/validation/input-error.js';
import { type Terminal, warn } from '../terminal.js';
import { deliverReport } from './check-output.js';
import { createProgressLine } from './check-service.js';
import type { CheckRequest } from './gathered.js';
import {
  changesOptions,
  changesParagraph,
  changesStreamOf,
  changesText,
  exitCodeOf,
  type HistoryRun,
  type HistorySettings,
  type JudgedRun,
  saveRun,
} from './history-run.js';

interface Repeating {
  readonly settings: HistorySettings;
  readonly everyMs: number;
  readonly folder: string;
  /** Reads the history from its folder. */
  readonly read: () => History;
  readonly request: CheckRequest;
  readonly terminal: Terminal;
  readonly clock: SuiteClock;
}

const NOWHERE = { write: () => true };

/** Repeats a check within its daily budget and prints only changes. Returns the exit code of the last run. */
export async function checkAgain(
  runOnce: () => Promise<JudgedRun>,
  first: HistoryRun,
  repeating: Repeating,
): Promise<number> {
  const repeat = new RepeatedCheck(repeating, first);
  while (!repeating.request.signal.aborted) await repeat.next(runOnce);
  return repeat.end();
}

class RepeatedCheck {
  readonly #repeating: Repeating;
  #exitCode: number;
  #startedMs: number;
  #history: History;
  #runs = 1;
  #changes = 0;
  #isStretchPrinted = false;

  constructor(repeating: Repeating, first: HistoryRun) {
    this.#repeating = repeating;
    this.#exitCode = exitCodeOf(first, repeating.settings);
    this.#startedMs = Date.parse(first.line.startedAt);
    this.#history = repeating.read();
  }

  /** Waits for the time of the next run, and runs it. */
  async next(runOnce: () => Promise<JudgedRun>): Promise<void> {
    const { request, terminal, clock } = this.#repeating;
    const intervalMs = this.#interval();
    // A clock that was set back does not make the wait longer.
    await sleep(Math.min(this.#startedMs + intervalMs - clock.now(), intervalMs), this.#repeating);
    this.#startedMs = clock.now();
    try {
      this.#history = await waitForBudget(this.#repeating);
      if (request.signal.aborted) return;
      this.#startedMs = clock.now();
      await this.#run(runOnce);
    } catch (error) {
      // It may be temporary, such as a full disk or a fake that restarts: the input was valid at the start.
      if (!(error instanceof InputError)) throw error;
      warn(terminal, error.message);
    }
  }

  /** Prints the totals; returns the exit code of the last run. */
  end(): number {
    this.#print(`${counted(this.#runs, 'run')}, ${counted(this.#changes, 'change')} in total.`);
    return this.#exitCode;
  }

  /** Returns the time between two runs, and prints why it is longer than requested. */
  #interval(): number {
    const { settings, everyMs } = this.#repeating;
    const budget = budgetOf(this.#history, settings);
    const intervalMs = Math.max(everyMs, shortestIntervalMs(budget));
    if (intervalMs > everyMs && !this.#isStretchPrinted) {
      this.#print(stretchText(budget, this.#history, settings, everyMs));
      this.#isStretchPrinted = true;
    }
    if (this.#runs === 1) {
      this.#print(`Repeating every ${formatDuration(intervalMs)}; only changes are printed. Ctrl-C ends it.`);
    }
    return intervalMs;
  }

  async #run(runOnce: () => Promise<JudgedRun>): Promise<void> {
    const { settings, folder, request, terminal, clock } = this.#repeating;
    const { run, problem } = await saveRun(await runOnce(), folder, this.#history, clock);
    this.#exitCode = exitCodeOf(run, settings);
    this.#runs += 1;
    this.#changes += run.line.changes.length;
    const options = changesOptions(settings, terminal);
    const changes = changesText(run, options);
    if (changes !== '') changesStreamOf(settings, terminal).write(`${changes}${newViolationsText(run, options)}`);
    if (problem !== undefined) warn(terminal, problem.message);
    // Its files are written again; nothing is printed.
    const silent = { ...terminal, stdout: NOWHERE, stderr: NOWHERE };
    deliverReport(run.report, run.transcript, settings, request.version, silent);
  }

  #print(text: string): void {
    const { settings, terminal } = this.#repeating;
    changesStreamOf(settings, terminal).write(changesParagraph(text, changesOptions(settings, terminal).width));
  }
}

/** Waits until another run fits into the daily budget. Checks again after each wait: another process may add runs to the history. */
async function waitForBudget(repeating: Repeating): Promise<History> {
  const { settings, read, request, clock } = repeating;
  for (;;) {
    const history = read();
    const nowMs = clock.now();
    const roomMs = nextRoomMs(history.runs, budgetOf(history, settings), nowMs);
    if (roomMs <= nowMs || request.signal.aborted) return history;
    await sleep(roomMs - nowMs, repeating);
  }
}

/** Formats the new violations in full. */
function newViolationsText(
  { report, transcript, line }: HistoryRun,
  options: Parameters<typeof quietReport>[2],
): string {
  const ids = line.changes.filter(isNewViolation).map(({ path }) => path.slice('rule/'.length));
  if (ids.length === 0) return '';
  const rules = report.rules.filter(({ id }) => ids.includes(id));
  return quietReport({ ...report, rules }, transcript, options);
}

/** The number of runs of the same level from which the size of the next one is estimated. */
const RUNS_LOOKED_AT = 10;

function budgetOf({ runs, known }: History, { plan, reserve, level, maxRequests }: HistorySettings): DayBudget {
  const sent = runs
    .filter((run) => run.level === level)
    .slice(-RUNS_LOOKED_AT)
    .map(({ requests }) => requests);
  const most = Math.max(0, ...sent) || (maxRequests ?? levelBudgets[level]);
  return dayBudget(perDayOf(plan, known), reserve, most);
}

/** Explains why runs are further apart than requested. */
function stretchText(
  budget: DayBudget,
  { known }: History,
  { plan, reserve }: HistorySettings,
  everyMs: number,
): string {
  const runs = Math.round(86_400_000 / everyMs);
  const wanted = (runs * budget.perRun).toLocaleString('en-GB');
  const allowed = budget.requests.toLocaleString('en-GB');
  const limit = perDayOf(plan, known);
  const of = limit === undefined ? '' : ` of the plan's ${limit.toLocaleString('en-GB')}`;
  return `A run every ${formatDuration(everyMs)} would send ${wanted} requests a day; ${allowed}${of} are allowed (--reserve ${Math.round(reserve * 100)}%).`;
}

/** Shows the remaining time on a terminal; prints nothing elsewhere. */
async function sleep(
  ms: number,
  { clock, request: { signal }, terminal: { stderr } }: Pick<Repeating, 'clock' | 'request' | 'terminal'>,
): Promise<void> {
  if (ms <= 0) return;
  const progress = createProgressLine(stderr, () => clock.now());
  if (stderr.isTTY) progress.show({ kind: 'waiting', untilMs: clock.now() + ms, why: 'the next run is due then' });
  await clock.wait(ms, signal);
  progress.clear();
}
