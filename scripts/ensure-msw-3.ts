/**
 * Installs the next major of msw where tests look for it, `node_modules/msw-3`, as the lockfile in `tests/msw-3` says. It asks for a
 * newer Node than the rest, so it is no dependency: types, and tests in browsers, run with it all the same.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = `${root}tests/msw-3`;
const link = `${root}node_modules/msw-3`;

const wanted = (JSON.parse(readFileSync(`${home}/package.json`, 'utf8')) as { dependencies: { msw: string } })
  .dependencies.msw;

if (versionIn(link) !== wanted) {
  if (versionIn(`${home}/node_modules/msw`) !== wanted) install();
  rmSync(link, { recursive: true, force: true });
  symlinkSync(`${home}/node_modules/msw`, link, 'junction');
}

function versionIn(folder: string): string | undefined {
  const file = `${folder}/package.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined;
}

function install(): void {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...flags], { cwd: home, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  process.stderr.write(`msw ${wanted} could not be installed in tests/msw-3. Try again: npm run msw-3\n`);
  process.exit(status ?? 1);
}
