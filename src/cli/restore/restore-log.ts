import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { defaultRestoreFolder, type RestoreLog } from '../../../contract-tests/restore/restore-log.js';
import { shellWord, type Terminal, type TextSink, warn } from '../terminal.js';

/** Returns the folder of the restore log: the one that was chosen, or one in the user's state folder. */
export function chooseRestoreLogFolder(chosen: string | undefined, { folder, variables }: Terminal): string {
  return chosen === undefined ? defaultRestoreFolder(variables, process.platform, homedir()) : resolve(folder, chosen);
}

/** Returns the command that restores what is recorded there for a deployment. */
export function restoreCommandLine(baseUrl: string, chosen: string | undefined): string {
  const place = chosen === undefined ? '' : ` --restore-log ${shellWord(chosen)}`;
  return `petstore-mock restore ${shellWord(baseUrl)}${place}`;
}

interface WatchedRestoreLog {
  readonly restoreLog: RestoreLog;
  /** Prints how to restore the writes that are still open; prints nothing if there are none. */
  readonly reportUnfinished: () => void;
}

/** Follows which writes of a run are open, so that a run that is ended at once can report them. */
export function watchRestoreLog(log: RestoreLog, stderr: TextSink): WatchedRestoreLog {
  const open = new Set<string>();
  return {
    restoreLog: {
      ...log,
      async open(write) {
        await log.open(write);
        open.add(write.petId);
      },
      async close(baseUrl, petId) {
        await log.close(baseUrl, petId);
        open.delete(petId);
      },
    },
    reportUnfinished() {
      if (open.size === 0) return;
      const pets = [...open].map((petId) => `pet ${petId}`).join(', ');
      warn(
        { stderr },
        `ended at once: the quantity of ${pets} may be wrong. To restore it, run: ${log.restoreCommand}`,
      );
    },
  };
}
