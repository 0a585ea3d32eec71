/**
 * Installs other versions of what the package is used with, for tests: `msw-3`, `jest-30` and `vitest-5`, or those that are named. Each
 * has a lockfile of its own in `tests`, and is found as `node_modules/<name>`. Some ask for a newer Node than the rest, so they are no
 * dependencies.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const named = process.argv.slice(2);

for (const name of named.length > 0 ? named : ['msw-3', 'jest-30', 'vitest-5']) ensure(name);

function ensure(name: string): void {
  const home = `${root}tests/${name}`;
  const link = `${root}node_modules/${name}`;
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(`${home}/package.json`, 'utf8'),
  );
  const [of = ''] = name.split('-');
  const main = `${home}/node_modules/${of}`;
  const wanted = dependencies[of];
  if (versionIn(link) === wanted) return;
  if (versionIn(main) !== wanted) install(name, home);
  rmSync(link, { recursive: true, force: true });
  symlinkSync(main, link, 'junction');
}

function versionIn(folder: string): string | undefined {
  const file = `${folder}/package.json`;
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : undefined;
}

function install(name: string, home: string): void {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['ci', ...flags], { cwd: home, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  process.stderr.write(`${name} could not be installed in tests/${name}. Try again: npm run peers ${name}\n`);
  process.exit(status ?? 1);
}
