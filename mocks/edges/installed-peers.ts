import { createRequire } from 'node:module';
import { InputError } from '../../src/json/input-error.js';

/** What is read of the package.json of a peer. */
export interface InstalledPeer {
  readonly version: string;
  readonly engines?: { readonly node?: string };
}

/** Throws an InputError if the installed msw is too old, or asks for a newer Node: msw 3 loads there, and breaks requests. */
export function requireMsw(msw = readPeer('msw'), node = process.versions.node): void {
  if (msw === undefined) return;
  const attempted = 'Loading the fake for Node';
  if (!isAtLeast(msw.version, '2.12')) {
    throw new InputError(attempted, `msw ${msw.version} is installed, and 2.12 or newer is needed`, install('msw@2'));
  }
  // pnpm and npm install the newest msw where a project names none, whatever its Node.
  const needed = /^>=\s*([\d.]+)/.exec(msw.engines?.node ?? '')?.[1];
  if (needed === undefined || isAtLeast(node, needed)) return;
  const problem = `msw ${msw.version} needs Node ${needed} or newer, and this is Node ${node}`;
  throw new InputError(attempted, problem, install('msw@2'));
}

/**
 * Throws an InputError if the installed vitest is too old. It is not a peer with a version: npm 10 cannot install a package that
 * has vitest 4.1 or newer as a peer.
 */
export function requireVitest(vitest = readPeer('vitest')): void {
  if (vitest === undefined || isAtLeast(vitest.version, '3.2')) return;
  const problem = `vitest ${vitest.version} is installed, and 3.2 or newer is needed`;
  throw new InputError('Loading petstore-mock/vitest', problem, install('vitest@4'));
}

function readPeer(name: string): InstalledPeer | undefined {
  try {
    return createRequire(import.meta.url)(`${name}/package.json`);
  } catch {
    // Nothing to compare, and the import of the package itself says best what is wrong.
    return undefined;
  }
}

const install = (peer: string) => `Run: npm install --save-dev ${peer} (with pnpm: pnpm add -D ${peer})`;

function isAtLeast(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number.parseFloat);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
