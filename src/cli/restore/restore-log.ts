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

/**
 * Follows which writes of a run are open. `reportUnfinished` prints how to restore them, for a run that is ended at once; it prints
 * nothing if there are none.
 */
export function watchRestoreLog(
  log: RestoreLog,
  stderr: TextSink,
): { readonly restoreLog: RestoreLog; readonly reportUnfinished: () => void } {
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
      const problem = `the quantity of ${pets} may be wrong. To restore it, run: ${log.restoreCommand}`;
      warn({ stderr }, `ended at once: ${problem}`);
    },
  };
}
