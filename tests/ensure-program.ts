import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const INSTALL_MS = 300_000;

/**
 * Makes sure that a program is installed, on Debian as root by installing its package. Throws an error that says what to install.
 */
export function ensureProgram(program: string, debianPackage: string = program): void {
  if (starts(program)) return;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    // Tests run in several processes.
    const install = `command -v ${program} || { apt-get update; apt-get install -y --no-install-recommends ${debianPackage}; }`;
    spawnSync('flock', [join(tmpdir(), 'petstore-mock-install.lock'), 'sh', '-c', install], {
      stdio: ['ignore', 2, 2],
      timeout: INSTALL_MS,
      // A package that starts a service does not at run level 1.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
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
