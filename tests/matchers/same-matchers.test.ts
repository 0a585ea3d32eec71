// Long: jest and Playwright end every case of the matchers as vitest does.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { petstoreMatchers } from '../../src/entries/matchers.js';
import { cases } from './cases.js';
import { type AnyExpect, type MatcherCase, messageOf } from './matcher-case.js';

expect.extend(petstoreMatchers);

test.each(cases)('with vitest, $title', async (each) => {
  expectAsTold(each, await messageOf(each, expect as AnyExpect));
});

test.each([
  ['jest', 'expect'],
  ['Playwright', '@playwright/test'],
])('with %s, every case ends the same', async (_, module) => {
  const file = fileURLToPath(new URL('run-cases.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file, module]);
  const told = JSON.parse(stdout) as Record<string, string | null>;
  expect(Object.keys(told)).toEqual(cases.map(({ title }) => title));
  for (const each of cases) expectAsTold(each, told[each.title] ?? undefined);
});

function expectAsTold({ title, says }: MatcherCase, message: string | undefined): void {
  if (says === undefined) expect(message, title).toBeUndefined();
  else for (const part of says) expect(message, title).toContain(part);
  expect(message ?? '').not.toContain('s3cret');
}
