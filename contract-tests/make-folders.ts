import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it; answers what it made, topmost first. Throws what the system says. Node's own
 * recursive way would not do: version 20 tries for ever where a folder cannot be made, such as below /proc.
 */
export function makeFolders(folder: string, mode = 0o777): string[] {
  const missing: string[] = [];
  let above = folder;
  for (; !existsSync(above); above = dirname(above)) missing.unshift(above);
  if (missing.length === 0 && !statSync(folder).isDirectory()) {
    throw Object.assign(new Error(`${folder} is no folder`), { code: 'EEXIST' });
  }
  for (const each of missing) mkdirSync(each, { mode });
  return missing;
}
