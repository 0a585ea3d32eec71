import { stringify } from 'lossless-json';
import { plainLines } from '../../src/json/one-line.js';
import type { Report } from './report.js';

/** Writes the report as JSON, every number as it was read. Its form is `reportSchema`. It may be printed to a terminal or a CI log. */
export function jsonReport(report: Report): string {
  // What a terminal would obey is spelled out as JSON does it; so is the second `#` of a CI system's command.
  return plainLines(`${stringify(report, undefined, 2)}\n`).replaceAll('##', '#\\u0023');
}
