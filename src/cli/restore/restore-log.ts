import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { defaultRestoreFolder, type RestoreLog } from '../../../contract-tests/restore/restore-log.js';
import { oneLine } from '../../spec/quoting.js';
import { shellWord, type Terminal, type TextSink } from '../terminal.js';

/** Where unfinished writes are noted: the folder that the user chose, else one in the user's state folder. */
export function chooseRestoreLogFolder(chosen: string | undefined, { folder, variables }: Terminal): string {
  return chosen === undefined ? defaultRestoreFolder(variables, process.platform, homedir()) : resolve(folder, chosen);
}

/** The command that undoes what is noted there of a deployment. */
export function restoreCommandLine(baseUrl: string, chosen: string | undefined): string {
  const place = chosen === undefined ? '' : ` --journal ${shellWord(chosen)}`;
  return `petstore-mock restore ${shellWord(baseUrl)}${place}`;
}

interface WatchedRestoreLog {
  readonly journal: RestoreLog;
  /** Says what puts back what a run has written and not yet put back; nothing where it has put back all. */
  readonly reportUnfinished: () => void;
}

/** Knows at any moment which writes a run has open, for whoever ends it before it has put them back. */
export function watchRestoreLog(journal: RestoreLog, stderr: TextSink): WatchedRestoreLog {
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
    reportUnfinished() {
      if (open.size === 0) return;
      const pets = [...open].map((petId) => `pet ${petId}`).join(', ');
      const text = `ended at once: the quantity of ${pets} may not be what it was. Put it back with: ${journal.restoreCommand}`;
      stderr.write(`petstore-mock: ${oneLine(text)}\n`);
    },
  };
}
