import { addToHistory, type History } from '../../../contract-tests/history/history-folder.js';
import type { SuiteClock } from '../../../contract-tests/sending/suite-clock.js';
import { InputError } from '../../validation/input-error.js';
import { compareRun, type HistoryRun, type JudgedRun } from './history-run.js';

/** A run with what is new in it. */
interface KeptRun {
  readonly run: HistoryRun;
  /** Why it, or a part of it, is not in the history. */
  readonly problem: InputError | undefined;
}

/**
 * Adds a run to the history in a folder, as that stands by then. Where it cannot be added, what it found is not lost: it is compared
 * with the history as it was last read.
 */
export async function keepRun(
  judged: JudgedRun,
  folder: string,
  lastRead: History,
  clock: Pick<SuiteClock, 'wait'>,
): Promise<KeptRun> {
  let run: HistoryRun | undefined;
  const add = (history: History) => {
    run = compareRun(judged, history);
    return run;
  };
  // A Ctrl-C does not shorten it: the run is over and is to be kept.
  const wait = (ms: number) => clock.wait(ms, new AbortController().signal);
  try {
    await addToHistory(folder, judged.report.target.baseUrl, add, wait);
    return { run: run ?? compareRun(judged, lastRead), problem: undefined };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { run: run ?? compareRun(judged, lastRead), problem: error };
  }
}
