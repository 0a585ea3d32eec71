import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { check } from '../../src/cli/check-command.js';
import type { CheckRequest } from '../../src/cli/check-request.js';
import { createProgram } from '../../src/cli/program.js';
import { temporaryFolder } from '../temporary-file.js';

export const KEY = 'k3y-that-nobody-may+see/ever==';

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The working directory of the check. */
  readonly folder: string;
}

/** Runs `petstore-mock check` with these arguments in this process, as its command line does. Throws what it refuses. */
export async function runCheck(
  args: readonly string[],
  variables: Record<string, string> = {},
  special: Partial<Pick<CheckRequest, 'answerTimeoutMs' | 'signal'>> = {},
): Promise<Ended> {
  const folder = await temporaryFolder();
  const printed = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const terminal = {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    folder,
    variables: { PETSTORE_API_KEY: KEY, XDG_STATE_HOME: folder, ...variables },
  };
  let exitCode = 0;
  const unused = async () => {
    throw new Error('Another command was run.');
  };
  const actions = {
    serve: unused,
    openapi: unused,
    init: unused,
    restore: unused,
    check: (target: string | undefined, flags: Parameters<typeof check>[0]['flags']) =>
      check(
        { target, flags, version: '0.0.0', confirm: undefined, signal: new AbortController().signal, ...special },
        terminal,
      ),
  };
  const program = createProgram('0.0.0', actions, terminal, (code) => {
    exitCode = code;
  });
  await program.parseAsync(['check', ...args], { from: 'user' });
  return { exitCode, ...printed, folder };
}

/** Serves on a free port until the test ends; answers the origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
