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
import { counted, oneLine } from '../../spec/quoting.js';
import { formatDuration } from '../../spec/times.js';
import { InputError } from '../../spec/validation/input-error.js';
import type { Terminal } from '../terminal.js';
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
  /** Reads the history as it stands in the folder. */
  readonly read: () => History;
  readonly request: CheckRequest;
  readonly terminal: Terminal;
  readonly clock: SuiteClock;
}

const NOWHERE = { write: () => true };

/** Runs again and again, within what a day allows, and prints only what changed. Answers the exit code of the last run. */
export async function checkAgain(
  runOnce: () => Promise<JudgedRun>,
  first: HistoryRun,
  repeating: Repeating,
): Promise<number> {
  const { settings, everyMs, folder, read, request, terminal, clock } = repeating;
  const { signal, version } = request;
  const stream = changesStreamOf(settings, terminal);
  const tell = ({ message }: InputError) => terminal.stderr.write(`petstore-mock: ${oneLine(message)}\n`);
  const say = (text: string) => stream.write(changesParagraph(text, changesOptions(settings, terminal).width));
  let exitCode = exitCodeOf(first, settings);
  let startedMs = Date.parse(first.line.startedAt);
  let history = read();
  let isStretchTold = false;
  let runs = 1;
  let changes = 0;
  while (!signal.aborted) {
    const budget = budgetOf(history, settings);
    const apartMs = Math.max(everyMs, shortestIntervalMs(budget));
    if (apartMs > everyMs && !isStretchTold) {
      say(stretchInWords(budget, history, settings, everyMs));
      isStretchTold = true;
    }
    if (runs === 1)
      say(`From now on a run every ${formatDuration(apartMs)}; only changes are printed. Ctrl-C ends it.`);
    // A clock that was put back meanwhile makes no wait longer.
    await sleep(Math.min(startedMs + apartMs - clock.now(), apartMs), repeating);
    startedMs = clock.now();
    try {
      history = await waitForRoom(repeating);
      if (signal.aborted) break;
      startedMs = clock.now();
      const { run, problem } = await saveRun(await runOnce(), folder, history, clock);
      exitCode = exitCodeOf(run, settings);
      runs += 1;
      changes += run.line.changes.length;
      const options = changesOptions(settings, terminal);
      const news = changesText(run, options);
      if (news !== '') stream.write(`${news}${newViolationsText(run, options)}`);
      if (problem !== undefined) tell(problem);
      // Its files are written anew; of what is printed only the news are wanted.
      deliverReport(run.report, run.transcript, settings, version, { ...terminal, stdout: NOWHERE, stderr: NOWHERE });
    } catch (error) {
      // A folder that is full for a while, a fake that is started anew: what could be read once may be read again.
      if (!(error instanceof InputError)) throw error;
      tell(error);
    }
  }
  say(`${counted(runs, 'run')}, ${counted(changes, 'change')} in all.`);
  return exitCode;
}

/** Waits until another run fits into the day. Looks again after each wait: another process may add runs to the same history. */
async function waitForRoom(repeating: Repeating): Promise<History> {
  const { settings, read, request, clock } = repeating;
  for (;;) {
    const history = read();
    const nowMs = clock.now();
    const roomMs = nextRoomMs(history.runs, budgetOf(history, settings), nowMs);
    if (roomMs <= nowMs || request.signal.aborted) return history;
    await sleep(roomMs - nowMs, repeating);
  }
}

/** What is wrong in full, of the rules that were kept before. */
function newViolationsText(
  { report, transcript, line }: HistoryRun,
  options: Parameters<typeof quietReport>[2],
): string {
  const ids = line.changes.filter(isNewViolation).map(({ id }) => id);
  if (ids.length === 0) return '';
  const rules = report.rules.filter(({ id }) => ids.includes(id));
  return quietReport({ ...report, rules }, transcript, options);
}

/** So many runs of the same level tell what the next one is going to send. */
const RUNS_LOOKED_AT = 10;

function budgetOf({ runs, known }: History, { plan, reserve, level, maxRequests }: HistorySettings): DayBudget {
  const sent = runs
    .filter((run) => run.level === level)
    .slice(-RUNS_LOOKED_AT)
    .map(({ requests }) => requests);
  const most = Math.max(0, ...sent) || (maxRequests ?? levelBudgets[level]);
  return dayBudget(perDayOf(plan, known), reserve, most);
}

/** Says that runs lie further apart than was asked for, and why. */
function stretchInWords(
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

/** On a terminal the time until then is shown; elsewhere nothing is printed while nothing happens. */
async function sleep(
  ms: number,
  { clock, request: { signal }, terminal: { stderr } }: Pick<Repeating, 'clock' | 'request' | 'terminal'>,
): Promise<void> {
  if (ms <= 0) return;
  const progress = createProgressLine(stderr, () => clock.now());
  if (stderr.isTTY) progress.show({ kind: 'waiting', untilMs: clock.now() + ms, why: 'for the next run' });
  await clock.wait(ms, signal);
  progress.clear();
}
