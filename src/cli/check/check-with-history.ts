import { resolve } from 'node:path';
import { type History, readHistory } from '../../../contract-tests/history/history-folder.js';
import { createRealClock, type SuiteClock } from '../../../contract-tests/sending/clock.js';
import { oneLine } from '../../spec/quoting.js';
import { dateAndTime } from '../../spec/times.js';
import { InputError } from '../../spec/validation/input-error.js';
import { deliver } from '../files.js';
import type { Terminal } from '../terminal.js';
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
 * Checks once or again and again, keeps every run in a folder and tells what changed. Answers the exit code of the last run.
 * Throws an InputError, and sends nothing, when it was told something wrong.
 */
export async function checkWithHistory(
  settings: HistorySettings,
  request: CheckRequest,
  terminal: Terminal,
  clock: SuiteClock = createRealClock(),
): Promise<number> {
  requireRepeatable(settings);
  const folder = resolve(terminal.folder, settings.history);
  const tell = (run: JudgedRun, history: History) =>
    reportFirst(run, history, folder, settings, request, terminal, clock);
  const judge = (gathered: Gathered, startedMs: number) => judgeRun(gathered, settings, startedMs, clock.now());
  if (settings.from !== undefined) {
    const gathered = gatherFromRecording(settings, settings.from, terminal);
    const history = readHistory(folder, gathered.settings.baseUrl);
    printProblem(history, terminal);
    return (await tell(judge(gathered, clock.now()), history)).exitCode;
  }
  const baseUrl = baseUrlOf(settings);
  let history = readHistory(folder, baseUrl);
  printProblem(history, terminal);
  // Another process may add runs. Where nothing can be read any more, what is seen is told all the same.
  const read = () => {
    history = readAgain(history, folder, baseUrl);
    return history;
  };
  const runOnce = async () => {
    const startedMs = clock.now();
    return judge(await gatherFromService(settings, request, terminal), startedMs);
  };
  const { run, exitCode } = await tell(await runOnce(), history);
  const { everyMs } = settings;
  if (everyMs === undefined) return exitCode;
  return checkAgain(runOnce, run, { settings, everyMs, folder, read, request, terminal, clock });
}

function printProblem({ problem }: History, { stderr }: Terminal): void {
  if (problem !== undefined) stderr.write(`petstore-mock: ${oneLine(problem)}\n`);
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
    throw new InputError('Reading --every', 'a recording stays as it is', 'Leave --every or --from out');
  }
  if (level === 'exhaust' && adminUrl === undefined) {
    const problem = 'level exhaust would spend the whole quota of the key each time';
    throw new InputError('Reading --every', problem, 'Add --level read or --level write');
  }
}

/** Keeps a single run, or the first of many, and tells it in full with what is new in it, even where it could not be kept. */
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
  const told = deliver(exitCodeOf(run, settings), terminal, () => {
    deliverReport(run.report, run.transcript, settings, version, terminal);
  });
  changesStreamOf(settings, terminal).write(changesOrNone(run, settings, terminal));
  const exitCode = deliver(told, terminal, () => {
    if (problem !== undefined) throw problem;
  });
  return { run, exitCode };
}

const FIRST = 'The first run of this history: the next one is compared with it.';
const NOTHING_KNOWN =
  'Nothing is known of the runs before, since there is no profile.json: the next run is compared with this one.';

function changesOrNone(run: HistoryRun, settings: HistorySettings, terminal: Terminal): string {
  const { before, isCompared } = run;
  const options = changesOptions(settings, terminal);
  if (before === undefined) return changesParagraph(FIRST, options.width);
  const news = changesText(run, options);
  // Somebody has removed what was known.
  if (!isCompared) return news + changesParagraph(NOTHING_KNOWN, options.width);
  return (
    news || changesParagraph(`Nothing changed since ${dateAndTime(before.startedAt, 'minute')} UTC.`, options.width)
  );
}
