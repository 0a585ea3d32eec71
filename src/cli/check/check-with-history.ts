import { resolve } from 'node:path';
import { addRun, type History, readHistory } from '../../../contract-tests/history/history-folder.js';
import { minuteText } from '../../../contract-tests/report/minute-text.js';
import { createRealClock } from '../../../contract-tests/sending/real-clock.js';
import type { SuiteClock } from '../../../contract-tests/sending/suite-clock.js';
import { InputError } from '../../validation/input-error.js';
import { deliver } from '../deliver.js';
import { colorsFor, type Terminal } from '../terminal.js';
import { checkAgain } from './check-again.js';
import { deliverReport } from './check-output.js';
import { gatherFromRecording } from './check-recording.js';
import type { CheckRequest, Gathered } from './check-request.js';
import { gatherFromService } from './check-service.js';
import { baseUrlOf } from './check-settings.js';
import { exitCodeOf, type HistoryRun, type HistorySettings, judgeRun, newsOf, newsStreamOf } from './history-run.js';

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
  refuseWhatCannotBeRepeated(settings);
  const folder = resolve(terminal.folder, settings.history);
  const judge = (gathered: Gathered, history: History, startedMs: number) =>
    judgeRun(gathered, history, settings, startedMs, clock.now());
  if (settings.from !== undefined) {
    const gathered = gatherFromRecording(settings, settings.from);
    const run = judge(gathered, readHistory(folder, gathered.settings.baseUrl), clock.now());
    return keep(run, folder, settings, request, terminal);
  }
  const baseUrl = baseUrlOf(settings);
  let history = readHistory(folder, baseUrl);
  // Another process may add runs. Where nothing can be read any more, what is seen is told all the same.
  const read = () => {
    history = readAgain(history, folder, baseUrl);
    return history;
  };
  const runOnce = async () => {
    const startedMs = clock.now();
    return judge(await gatherFromService(settings, request, terminal), read(), startedMs);
  };
  const first = await runOnce();
  const exitCode = keep(first, folder, settings, request, terminal);
  const { everyMs } = settings;
  if (everyMs === undefined) return exitCode;
  return checkAgain(runOnce, first, { settings, everyMs, folder, read, request, terminal, clock });
}

function readAgain(before: History, folder: string, baseUrl: string): History {
  try {
    return readHistory(folder, baseUrl);
  } catch (error) {
    if (error instanceof InputError) return before;
    throw error;
  }
}

function refuseWhatCannotBeRepeated({ everyMs, from, level, adminUrl }: HistorySettings): void {
  if (everyMs === undefined) return;
  if (from !== undefined) {
    throw new InputError('Reading --every', 'a recording stays as it is', 'Leave --every or --from out');
  }
  if (level === 'exhaust' && adminUrl === undefined) {
    const problem = 'level exhaust would spend the whole quota of the key each time';
    throw new InputError('Reading --every', problem, 'Add --level read or --level write');
  }
}

/** Tells a single run, or the first of many, in full with what is new in it, even where it cannot be added to the history. */
function keep(
  run: HistoryRun,
  folder: string,
  settings: HistorySettings,
  { version }: CheckRequest,
  terminal: Terminal,
): number {
  const exitCode = deliver(exitCodeOf(run, settings), terminal, () => {
    deliverReport(run.report, run.transcript, settings, version, terminal);
  });
  newsStreamOf(settings, terminal).write(newsOrNone(run, terminal));
  return deliver(exitCode, terminal, () => addRun(folder, run.line, run.known));
}

function newsOrNone(run: HistoryRun, { stdout, variables }: Terminal): string {
  const { before } = run;
  if (before === undefined) return '  The first run of this history: the next one is compared with it.\n';
  const news = newsOf(run, colorsFor(stdout, variables));
  return news || `  Nothing changed since ${minuteText(before.startedAt)} UTC.\n`;
}
