// Long: writes responses past Node's own on each major of Node that this is done on; npx downloads them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testedNodes } from '../src/server/write-whole.js';

const files = ['src/server/write-whole', 'src/server/http-server-pipelining', 'src/server/http-server-writing'];

test.each(testedNodes)('responses are written as Node %i does', (major) => {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...files];
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', `--package=node@${major}`, '--', 'node', ...vitest], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
});
