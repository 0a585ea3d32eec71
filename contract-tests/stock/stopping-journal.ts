import { Stop } from '../governor/stop.js';
import type { RestoreJournal } from '../restore/restore-journal.js';

/** A journal that ends the run when it cannot be read or written: without it nothing may be changed. */
export function stoppingJournal(journal: RestoreJournal): RestoreJournal {
  return {
    pending: (baseUrl, petId) => orStop(() => journal.pending(baseUrl, petId)),
    open: (write) => orStop(() => journal.open(write)),
    close: (baseUrl, petId) => orStop(() => journal.close(baseUrl, petId)),
    restoreCommand: journal.restoreCommand,
  };
}

async function orStop<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    throw new Stop(`the restore journal cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}
