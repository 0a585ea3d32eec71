import { resolve } from 'node:path';
import { type History, readHistory } from '../../../contract-tests/history/history-folder.js';
import { createRealClock, type SuiteClock } from '../../../contract-tests/sending/clock.js';
import { dateAndTime } from '../../spec/times.js';
import { InputError } from '../../spec/validation/input-error.js';
import { deliver } from '../files.js';
import { type Terminal, warn } from '../terminal.js';
import { checkAgain } from './check-again.js';
import { deliverReport } from './check-output.js';
import { gatherFromRecording } from './check-recording.js';
import { gatherFromService } from './check-service.js';
import { baseUrlOf } from './check-settings.js';
import type { CheckRequest, Gathered } from './gathered.js';
import {
  changesOptions,
  changesParagraph,
  changesStreamOf,
  changesText,
  exitCodeOf,
  type HistoryRun,
  type HistorySettings,
  type JudgedRun,
  judgeRun,
  saveRun,
} from './history-run.js';

/**
 * Checks once or repeatedly, adds every run to the history in a folder and prints the changes. Returns the exit code of the last
 * run. Throws an InputError, and sends nothing, for invalid input.
 */
export async function checkWithHistory(
  settings: HistorySettings,
  request: CheckRequest,
  terminal: Terminal,
  clock: SuiteClock = createRealClock(),
): Promise<number> {
  requireRepeatable(settings);
  const folder = resolve(terminal.folder, settings.history);
  const report = (run: JudgedRun, history: History) =>
    reportFirst(run, history, folder, settings, request, terminal, clock);
  const judge = (gathered: Gathered, startedMs: number) => judgeRun(gathered, settings, startedMs, clock.now());
  if (settings.from !== undefined) {
    const gathered = gatherFromRecording(settings, settings.from, terminal);
    const history = readHistory(folder, gathered.settings.baseUrl);
    printProblem(history, terminal);
    return (await report(judge(gathered, clock.now()), history)).exitCode;
  }
  const baseUrl = baseUrlOf(settings);
  let history = readHistory(folder, baseUrl);
  printProblem(history, terminal);
  // Another process may add runs. If the history becomes unreadable, the checks go on with what was read last.
  const read = () => {
    history = readAgain(history, folder, baseUrl);
    return history;
  };
  const runOnce = async () => {
    const startedMs = clock.now();
    return judge(await gatherFromService(settings, request, terminal), startedMs);
  };
  const { run, exitCode } = await report(await runOnce(), history);
  const { everyMs } = settings;
  if (everyMs === undefined) return exitCode;
  return checkAgain(runOnce, run, { settings, everyMs, folder, read, request, terminal, clock });
}

function printProblem({ problem }: History, { stderr }: Terminal): void {
  if (problem !== undefined) warn({ stderr }, problem);
}

function readAgain(before: History, folder: string, baseUrl: string): History {
  try {
    return readHistory(folder, baseUrl);
  } catch (error) {
    if (error instanceof InputError) return before;
    throw error;
  }
}

function requireRepeatable({ everyMs, from, level, adminUrl }: HistorySettings): void {
  if (everyMs === undefined) return;
  if (from !== undefined) {
    throw new InputError('Reading --every', 'a recording does not change', 'Leave out --every or --from');
  }
  if (level === 'exhaust' && adminUrl === undefined) {
    const problem = 'level exhaust would use up the whole quota of the API key each time';
    throw new InputError('Reading --every', problem, 'Add --level read or --level write');
  }
}

/** Saves the first run and prints it in full, with its changes, even if it could not be saved. */
async function reportFirst(
  judged: JudgedRun,
  history: History,
  folder: string,
  settings: HistorySettings,
  { version }: CheckRequest,
  terminal: Terminal,
  clock: SuiteClock,
): Promise<{ readonly run: HistoryRun; readonly exitCode: number }> {
  const { run, problem } = await saveRun(judged, folder, history, clock);
  const delivered = deliver(exitCodeOf(run, settings), terminal, () => {
    deliverReport(run.report, run.transcript, settings, version, terminal);
  });
  changesStreamOf(settings, terminal).write(changesOrNote(run, settings, terminal));
  const exitCode = deliver(delivered, terminal, () => {
    if (problem !== undefined) throw problem;
  });
  return { run, exitCode };
}

const FIRST = 'First run of this history. The next run is compared with it.';
const NOT_COMPARED = 'Not compared: profile.json is missing from the history. The next run is compared with this one.';

function changesOrNote(run: HistoryRun, settings: HistorySettings, terminal: Terminal): string {
  const { before, isCompared } = run;
  const options = changesOptions(settings, terminal);
  if (before === undefined) return changesParagraph(FIRST, options.width);
  const changes = changesText(run, options);
  // The profile was deleted.
  if (!isCompared) return changes + changesParagraph(NOT_COMPARED, options.width);
  return changes || changesParagraph(`No changes since ${dateAndTime(before.startedAt, 'minute')} UTC.`, options.width);
}
