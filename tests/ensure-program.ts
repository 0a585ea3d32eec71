import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const INSTALL_MS = 300_000;

/**
 * Makes sure that a program is installed, on Debian as root by installing its package. Throws an error that says what to install.
 */
export function ensureProgram(program: string, debianPackage: string = program): void {
  if (starts(program)) return;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    apt('update');
    apt('install', '--yes', '--no-install-recommends', debianPackage);
  }
  if (starts(program)) return;
  throw new Error(
    `This test runs ${program}, which is not installed. On Debian: sudo apt-get install ${debianPackage}`,
  );
}

/** Whether a program is there; not whether it knows `--version`. */
function starts(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

function apt(...args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], timeout: INSTALL_MS, env });
}
