import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { check } from '../../src/cli/check/check-command.js';
import type { SuiteContext } from '../../src/cli/options.js';
import { temporaryFolder } from '../temporary-file.js';
import { type Ended, runCommand } from './running-command.js';

export const KEY = 'k3y-that-nobody-may+see/ever==';

/** Runs `petstore-mock check` with these arguments. */
export async function runCheck(
  args: readonly string[],
  variables: Record<string, string> = {},
  special: Partial<Pick<SuiteContext, 'responseTimeoutMs' | 'signal'>> = {},
): Promise<Ended> {
  const usual = { version: '0.0.0', confirm: undefined, signal: new AbortController().signal, ...special };
  return runCommand(
    ['check', ...args],
    await temporaryFolder(),
    { PETSTORE_API_KEY: KEY, ...variables },
    (terminal) => ({ check: (target, flags) => check({ target, flags, ...usual }, terminal) }),
  );
}

/** Serves on a free port until the test ends; returns the origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
