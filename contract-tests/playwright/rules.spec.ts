import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readHar } from '../../src/exchange/read-har.js';
import { rules } from '../../src/judge/rules/index.js';
import { type StatementId, statements } from '../../src/service/statements.js';
import type { Report } from '../report/report.js';
import { reportFiles } from '../report/report-files.js';
import { plainLook, violationText } from '../report/violation-text.js';
import { reportFolder, type TargetName } from './targets.js';

for (const { id, title, statements: ids } of rules) {
  const annotation = ids.map((each) => {
    const { section, sentence } = statements[each as StatementId];
    return { type: `§${section}`, description: sentence };
  });
  test(`${id}: ${title}`, { annotation }, () => {
    const rule = readReport().rules.find((each) => each.id === id);
    if (rule === undefined) throw new Error(`No verdict found for ${id}.`);
    // Playwright has no third outcome: an inconclusive or skipped rule shows as skipped, with its reason.
    test.skip(rule.outcome === 'inconclusive' || rule.outcome === 'skipped', rule.reason ?? undefined);
    if (rule.violations.length === 0) return;
    const transcript = readHar(read(reportFiles.har), reportFiles.har);
    const { problem, details } = violationText(rule, transcript, plainLook);
    const error = new Error([problem, ...details].join('\n'));
    // A stack would lead through this file only.
    error.stack = error.message;
    throw error;
  });
}

test('the probes completed, the stock was restored, and at least one rule was judged', () => {
  const { stopped, leftBehind, pass, violation } = readReport().summary;
  expect({ stopped, leftBehind }).toEqual({ stopped: null, leftBehind: null });
  expect(pass + violation).toBeGreaterThan(0);
});

function read(name: string): string {
  const { project } = test.info();
  return readFileSync(join(reportFolder(project.metadata.target as TargetName, project.outputDir), name), 'utf8');
}

function readReport(): Report {
  return JSON.parse(read(reportFiles.json));
}
