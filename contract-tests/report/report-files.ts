import { join } from 'node:path';
import { requireOwnFiles } from '../../src/files/folders.js';

export const reportFiles = {
  html: 'report.html',
  json: 'report.json',
  junit: 'junit.xml',
  ctrf: 'ctrf.json',
  har: 'transcript.har',
} as const;

const heads: Readonly<Record<string, RegExp>> = {
  [reportFiles.html]: /^<!doctype html>.*<title>Contract check of /s,
  [reportFiles.json]: /^\{\s*"target": \{\s*"baseUrl": /,
  [reportFiles.junit]: /^<\?xml [^>]*>\s*<testsuites name="Petstore contract"/,
  [reportFiles.ctrf]: /^\{\s*"reportFormat": "CTRF",[^{]*"generatedBy": "petstore-mock /,
  [reportFiles.har]: /^\{\s*"log": \{\s*"version": "1\.2",\s*"creator": \{\s*"name": "petstore-mock/,
};

export const REPORT_EXAMPLE = '--report contract-report';

/** Ensures that only an earlier report is replaced. Throws an InputError. */
export function requireOwnReports(folder: string, attempted: string): void {
  const files = Object.entries(heads).map(([name, head]) => [join(folder, name), head] as const);
  requireOwnFiles(files, attempted, REPORT_EXAMPLE);
}
