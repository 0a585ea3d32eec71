import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { defaultRestoreFolder, type openRestoreLog } from '../../../contract-tests/restore/restore-log.js';
import { shellWord, type Terminal, warn } from '../terminal.js';

/** Returns the folder of the restore log: the one that was chosen, or one in the user's state folder. */
export function chooseRestoreLogFolder(chosen: string | undefined, { folder, variables }: Terminal): string {
  return chosen === undefined ? defaultRestoreFolder(variables, process.platform, homedir()) : resolve(folder, chosen);
}

export function restoreCommandLine(baseUrl: string, chosen: string | undefined): string {
  const place = chosen === undefined ? '' : ` --restore-log ${shellWord(chosen)}`;
  return `petstore-mock restore ${shellWord(baseUrl)}${place}`;
}

/** Prints how to restore the writes of a run that is ended at once; prints nothing if there are none. */
export function reportUnfinished(
  { openPets, restoreCommand }: Pick<ReturnType<typeof openRestoreLog>, 'openPets' | 'restoreCommand'>,
  terminal: Pick<Terminal, 'stderr'>,
): void {
  if (openPets.size === 0) return;
  const pets = [...openPets].map((petId) => `pet ${petId}`).join(', ');
  const problem = `the quantity of ${pets} may be wrong. To restore it, run: ${restoreCommand}`;
  warn(terminal, `ended at once: ${problem}`);
}
