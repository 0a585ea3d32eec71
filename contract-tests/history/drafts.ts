import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ENDING = '.draft';

/** Writes a file anew, whole or not at all: who reads it, such as a collector of metrics, never sees half of it. */
export function replaceFile(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}${ENDING}`;
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    renameSync(draft, file);
  } finally {
    // Where that could not be done, what was written so far would only fill the disk.
    rmSync(draft, { force: true });
  }
}

/** Removes the drafts of these files that a killed process has left. Only for whoever is alone in making any. */
export function removeDrafts(folder: string, names: readonly string[]): void {
  for (const name of readdirSync(folder)) {
    const isDraft = name.endsWith(ENDING) && names.some((each) => name.startsWith(`${each}.`));
    if (isDraft) rmSync(join(folder, name), { force: true, recursive: true });
  }
}
