import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { jsonReport } from '../../../contract-tests/report/reporters.js';
import { sampleParts, sampleReport } from '../../../tests/report-for-tests.js';
import { terminalIn } from '../../../tests/suite/running-command.js';
import { folderWithLinks, temporaryFolder } from '../../../tests/temporary-file.js';
import { readCheckSettings } from './check-options.js';
import { planText, printReport, writeOutputs } from './check-output.js';
import { requireOutputs } from './outputs.js';

const report = sampleReport();
const { transcript } = sampleParts();

async function delivered(json: string | undefined, variables: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  const { terminal, printed } = terminalIn(folder, variables);
  const settings = { report: undefined, json };
  requireOutputs(settings, terminal);
  printReport(report, transcript, [], settings, terminal);
  return { ...printed, files: readdirSync(folder) };
}

test('--json - prints only the JSON on stdout, and the report on stderr', async () => {
  const { stdout, stderr, files } = await delivered('-');
  expect(stdout).toBe(jsonReport(report));
  expect(stderr).toContain('Violations found');
  expect(files).toEqual([]);
});

test('prints annotations and the result in a workflow of GitHub, nothing twice', async () => {
  expect((await delivered(undefined)).stdout).not.toMatch(/^::error/m);
  const { stdout } = await delivered(undefined, { GITHUB_ACTIONS: 'true' });
  expect(stdout).toMatch(/^::error title=/m);
  const lines = stdout.split('\n').filter((line) => line.trim() !== '' && !/^::(?:error|warning) /.test(line));
  expect(lines).toEqual([expect.stringContaining('Violations found')]);
});

test('adds a summary to the file of a job of GitHub, and reports a problem with it', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'summary.md'), '# Of another command\n\n');
  const write = (file: string) => {
    const { terminal } = terminalIn(folder, { GITHUB_STEP_SUMMARY: file });
    return writeOutputs(report, transcript, { report: undefined, json: undefined }, terminal).filter(Boolean);
  };
  expect([write('summary.md'), write(''), readdirSync(folder)]).toEqual([[], [], ['summary.md']]);
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toMatch(
    /^# Of another command\n\n<h2>❌ Contract check of /,
  );
  expect(write('.')).toEqual([expect.stringContaining(`Adding the job summary to ${folder}: `)]);
  expect(write('nowhere/summary.md')).toEqual([expect.stringContaining('Set GITHUB_STEP_SUMMARY to a file')]);
});

test('--json replaces only a report', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{}');
  const { terminal } = terminalIn(folder, {});
  expect(() => requireOutputs({ report: undefined, json: 'package.json' }, terminal)).toThrow(
    'Preparing --json package.json: the existing file is not a report, so it is not replaced. Name another file: --json report.json',
  );
});

test.each(['to-folder', 'to-folder/', './to-folder/.'])('--report %s is rejected: it is a link', async (report) => {
  const folder = await folderWithLinks();
  const { terminal } = terminalIn(folder, {});
  const message = `Preparing --report ${report}: it is a link to folder. To write there, name the folder itself: --report ${folder}/folder`;
  expect(() => requireOutputs({ report, json: undefined }, terminal)).toThrow(expect.objectContaining({ message }));
});

test('--dry-run counts the requests', () => {
  const settings = readCheckSettings('https://api.example.test/v1', { level: 'read' });
  const text = planText(settings, { colors: createColors(false), width: 80 });
  expect(text).toContain('At most 25 requests. Nothing was sent.');
});

test('--dry-run names the seed that chooses its requests', () => {
  const plan = (seed?: number) =>
    planText(
      readCheckSettings('https://api.example.test/v1', { level: 'write', ...(seed !== undefined && { seed }) }),
      {
        colors: createColors(false),
        width: 80,
      },
    );
  expect(plan(3)).toBe(plan(3));
  expect(plan(3)).toContain('This is for --seed 3; another seed sends other values, about another pet.\n');
  expect(plan()).toMatch(/This is for --seed \d+;/);
  expect(plan(3).replace('--seed 3', '--seed 4')).toBe(plan(4));
});

test('wraps to the available columns', async () => {
  const { stderr } = await delivered('-', { COLUMNS: '50' });
  const long = stderr
    .split('\n')
    .filter((line) => [...line].length > 50 && !/ {2}curl |Not restored|# #|Violations found/.test(line));
  expect(long).toEqual([]);
  expect(stderr.split('\n').some((line) => [...line].length > 44)).toBe(true);
});

test.each([
  ['names', undefined, true],
  ['does not name', 'Writing reports to report: its disk is full', false],
])('%s the files of --report', async (_what, problem, isNamed) => {
  const { terminal, printed } = terminalIn(await temporaryFolder(), {});
  const settings = { report: 'report', json: undefined };
  printReport(report, transcript, [problem], settings, terminal);
  expect(printed.stdout.includes('report.html')).toBe(isNamed);
});
