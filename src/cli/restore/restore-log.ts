import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { defaultRestoreFolder, type openRestoreLog } from '../../../contract-tests/restore/restore-log.js';
import type { HeaderList } from '../../exchange/exchange.js';
import { shellWord, type Terminal, warn } from '../terminal.js';

/** Returns the folder of the restore log: the one that was chosen, or one in the user's state folder. */
export function chooseRestoreLogFolder(chosen: string | undefined, { folder, variables }: Terminal): string {
  return chosen === undefined ? defaultRestoreFolder(variables, process.platform, homedir()) : resolve(folder, chosen);
}

/** What a command needs again to reach the same deployment. */
export interface ReachedBy {
  readonly restoreLog?: string | undefined;
  readonly ca?: string | undefined;
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly isInsecure?: boolean;
  readonly headers?: HeaderList;
}

/** Returns the command that restores. */
export function restoreCommandLine(baseUrl: string, by: ReachedBy): string {
  return ['petstore-mock restore', shellWord(baseUrl), ...reachedBy(by)].join(' ');
}

/** Returns the options that reach the same deployment; of headers they show only the names, since values may be secrets. */
export function reachedBy(by: ReachedBy): string[] {
  const files = { 'restore-log': by.restoreLog, ca: by.ca, 'client-cert': by.clientCert, 'client-key': by.clientKey };
  const chosen = Object.entries(files).filter(([, file]) => file !== undefined);
  const flags = chosen.map(([flag, file = '']) => `--${flag} ${shellWord(file)}`);
  const headers = (by.headers ?? []).map(([name]) => `--header ${shellWord(`${name}: …`)}`);
  return [...flags, ...headers, ...(by.isInsecure ? ['--insecure'] : [])];
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
