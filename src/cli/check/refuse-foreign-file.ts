import { type Stats, statSync } from 'node:fs';
import { isReport } from '../../../contract-tests/report/is-report.js';
import { InputError } from '../../validation/input-error.js';
import { parseAnyJson } from '../parse-any-json.js';
import { readTextFile } from '../read-text-file.js';

const REMEDY = 'Name a file of its own: --json report.json';

/**
 * Makes sure that `--json` replaces nothing but a report, or an empty file such as `mktemp` makes. `name` is as the user wrote it.
 * Throws an InputError.
 */
export function refuseForeignFile(path: string, name: string): void {
  const found = statOf(path);
  // Of a device or a pipe nothing is replaced; a folder is refused where it is tried to be written.
  if (!found?.isFile() || found.size === 0) return;
  const attempted = `Preparing --json ${name}`;
  if (isReport(parseAnyJson(readTextFile(path, attempted, REMEDY)))) return;
  throw new InputError(attempted, 'a file is there that is no report, and it is kept', REMEDY);
}

/** What cannot be looked at is told where it is tried to be written. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
