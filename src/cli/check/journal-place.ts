import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { defaultJournalFolder } from '../../../contract-tests/restore/journal-folder.js';
import { shellWord } from '../shell-word.js';
import type { Terminal } from '../terminal.js';

/** Where unfinished writes are noted: the folder that the user chose, else one in the user's state folder. */
export function journalFolder(chosen: string | undefined, { folder, variables }: Terminal): string {
  return chosen === undefined ? defaultJournalFolder(variables, process.platform, homedir()) : resolve(folder, chosen);
}

/** The command that undoes what is noted there of a deployment. */
export function restoreCommand(baseUrl: string, chosen: string | undefined): string {
  const place = chosen === undefined ? '' : ` --journal ${shellWord(chosen)}`;
  return `petstore-mock restore ${shellWord(baseUrl)}${place}`;
}
