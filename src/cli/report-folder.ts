import { resolve } from 'node:path';
import { requireFolder } from '../../contract-tests/output-files.js';
import type { SidesKind, SidesReport } from '../../contract-tests/report/sides/sides-report.js';
import { requireOwnReports, writeSides } from '../../contract-tests/report/write-reports.js';
import { problemOf } from './output-file.js';

/**
 * Ensures, before anything is sent, that `--report` can be written: of a check or, with `kind`, of two sides. Changes nothing.
 * `within` is called while its folder exists: another file may be inside. Throws an InputError.
 */
export function requireReport(
  report: string | undefined,
  folder: string,
  kind: SidesKind | undefined,
  within: () => void,
): void {
  if (report === undefined) {
    within();
    return;
  }
  const [place, attempted] = [resolve(folder, report), `Preparing --report ${report}`];
  requireFolder(place, attempted, `--report ${kind?.toLowerCase() ?? 'contract-report'}`, () => {
    requireOwnReports(place, attempted, kind);
    within();
  });
}

/** Writes the files of `--report`, if it is given. Returns why they could not be written. */
export function writeSidesTo(
  report: string | undefined,
  folder: string,
  make: () => SidesReport,
  json: string,
): string | undefined {
  return report === undefined ? undefined : problemOf(() => writeSides(resolve(folder, report), make(), json));
}
