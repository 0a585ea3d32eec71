import { resolve } from 'node:path';
import { isReport } from '../../../contract-tests/report/report.js';
import { requireOwnReports } from '../../../contract-tests/report/report-files.js';
import { requireOutputFolder } from '../../files/folders.js';
import { jsonFile, requireWritable } from '../../files/output-file.js';
import type { Terminal } from '../terminal.js';
import type { CheckSettings } from './check-options.js';

export type Outputs = Pick<CheckSettings, 'report' | 'json'> & Partial<Pick<CheckSettings, 'reporter'>>;

export const jsonFileOf = ({ json }: Outputs, folder: string) =>
  jsonFile(json, { folder, kind: 'report', isOfKind: isReport });

/** Ensures, before anything is sent, that the report can be written. Changes nothing. Throws an InputError. */
export function requireOutputs(settings: Outputs, { folder }: Pick<Terminal, 'folder'>): void {
  const json = jsonFileOf(settings, folder);
  const requireJson = () => json && requireWritable(json);
  if (settings.report === undefined) return void requireJson();
  const [place, attempted] = [resolve(folder, settings.report), `Preparing --report ${settings.report}`];
  // The JSON may be inside the folder of the reports.
  requireOutputFolder(place, attempted, '--report contract-report', () => {
    requireOwnReports(place, attempted);
    requireJson();
  });
}
