import { createColors } from 'picocolors';
import { expect, test } from 'vitest';
import { finding, sampleParts, sampleReport, verdict } from '../../tests/report-for-tests.js';
import { buildReport } from './build-report.js';
import { githubReport } from './github-report.js';

const options = { colors: createColors(false) };
const { transcript } = sampleParts();
const commands = githubReport(sampleReport(), transcript, options)
  .split('\n')
  .filter((line) => /^\s*::/.test(line));

test('annotates each broken rule once, and what went wrong with the run', () => {
  expect(commands.map((line) => line.split('::')[1])).toEqual([
    'error title=body/json',
    'error title=status/documented',
    'error title=limits/headers-present',
    'error title=limits/429-retry-after',
    'error title=auth/invalid-key',
    'error title=inventory/list-shape',
    'error title=update/stored',
    'warning title=The run stopped early',
    'warning title=Something was left behind',
  ]);
});

test('writes an annotation of several lines as one command', () => {
  expect(commands[4]).toContain('%0AExpected: 401 with an Error body%0AReceived: 200 with a list of 3 items%0A');
  expect(commands[2]).toContain('%0ASeen in 5 places.');
});

test('escapes a per cent sign, so that nothing that was received is unescaped', () => {
  const verdicts = [
    verdict('a,b:c', 'Rule', 'limits.set-per-plan', { findings: [finding(1, { received: '100%0A::error::' })] }),
  ];
  const text = githubReport(buildReport(sampleParts({ verdicts })), transcript, options);
  expect(text).toContain('\n::error title=a%2Cb%3Ac::');
  expect(text).toContain('Received: 100%250A::error::%0A');
});

test('lets hostile text begin no command', () => {
  expect(commands.filter((line) => !/^::(?:error|warning) title=/.test(line))).toEqual([]);
  expect(commands.join('\n')).toContain('::error::owned');
});
