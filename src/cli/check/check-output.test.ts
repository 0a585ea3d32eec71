import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonReport, type ReporterName } from '../../../contract-tests/report/reporters.js';
import { sampleParts, sampleReport } from '../../../tests/report-for-tests.js';
import { terminalIn } from '../../../tests/suite/running-command.js';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { printReport, requireOutputs } from './check-output.js';

const report = sampleReport();
const { transcript } = sampleParts();

async function delivered(reporter: ReporterName | undefined, variables: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  const { terminal, printed } = terminalIn(folder, variables);
  const settings = { report: undefined, json: '-', reporter, showsObservations: false };
  requireOutputs(settings, terminal);
  printReport(report, transcript, settings, terminal);
  return { ...printed, files: readdirSync(folder) };
}

test('--json - prints only the JSON on stdout, and the report on stderr', async () => {
  const { stdout, stderr, files } = await delivered(undefined);
  expect(stdout).toBe(jsonReport(report));
  expect(stderr).toContain('Violations found');
  expect(files).toEqual([]);
});

test('--json - with --reporter json prints the JSON once', async () => {
  const { stdout, stderr } = await delivered('json');
  expect({ stdout, stderr }).toEqual({ stdout: jsonReport(report), stderr: '' });
});

test('--json replaces only a report', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{}');
  const { terminal } = terminalIn(folder, {});
  expect(() => requireOutputs({ report: undefined, json: 'package.json' }, terminal)).toThrow(
    'Preparing --json package.json: the existing file is not a report, so it is not replaced. Name another file: --json report.json',
  );
});

test('wraps to the available columns', async () => {
  const { stderr } = await delivered('quiet', { COLUMNS: '50' });
  const long = stderr
    .split('\n')
    .filter((line) => [...line].length > 50 && !/ {2}curl |Not restored|# #|Violations found/.test(line));
  expect(long).toEqual([]);
  expect(stderr.split('\n').some((line) => [...line].length > 44)).toBe(true);
});
