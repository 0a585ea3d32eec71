import type { RestoreJournal } from '../../../contract-tests/restore/restore-journal.js';
import { oneLine } from '../../json/one-line.js';
import type { TextSink } from '../terminal.js';

interface WatchedJournal {
  readonly journal: RestoreJournal;
  /** Says what puts back what a run has written and not yet put back; nothing where it has put back all. */
  readonly tellUnfinished: () => void;
}

/** Knows at any moment which writes a run has open, for whoever ends it before it has put them back. */
export function watchJournal(journal: RestoreJournal, stderr: TextSink): WatchedJournal {
  const open = new Set<string>();
  return {
    journal: {
      ...journal,
      async open(write) {
        await journal.open(write);
        open.add(write.petId);
      },
      async close(baseUrl, petId) {
        await journal.close(baseUrl, petId);
        open.delete(petId);
      },
    },
    tellUnfinished() {
      if (open.size === 0) return;
      const pets = [...open].map((petId) => `pet ${petId}`).join(', ');
      const text = `ended at once: the quantity of ${pets} may not be what it was. Put it back with: ${journal.restoreCommand}`;
      stderr.write(`petstore-mock: ${oneLine(text)}\n`);
    },
  };
}
