// Long: commands end at --max-time.
import { expect, test } from 'vitest';
import { serveRaw } from './hostile-service.js';
import { runCheck } from './running-check.js';
import { runCompare } from './running-compare.js';
import { runLearn } from './running-learn.js';

const silent = () => serveRaw(() => undefined);
const OVER = '--max-time 1s is used up (try --max-time 2m)';
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

test('check ends at --max-time, and names a longer one', async () => {
  const { baseUrl } = await silent();
  const { exitCode, stdout } = await runCheck([baseUrl, '--max-time', '1s']);
  expect(exitCode).toBe(3);
  expect(oneLine(stdout)).toContain(OVER);
});

test('learn ends at --max-time', async () => {
  const { baseUrl } = await silent();
  const { exitCode, stdout } = await runLearn([baseUrl, '--max-time', '1s'], { PETSTORE_API_KEY: 'k3y-of-the-user' });
  expect(exitCode).toBe(3);
  expect(oneLine(stdout)).toContain(OVER);
});

test('compare ends each side at --max-time', async () => {
  const [left, right] = [await silent(), await silent()];
  const { exitCode, stdout } = await runCompare([left.baseUrl, right.baseUrl, '--max-time', '1s']);
  expect(exitCode).toBe(3);
  expect(oneLine(stdout).split(OVER)).toHaveLength(3);
});
