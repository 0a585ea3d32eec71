import { type Actions, execute } from '../../src/cli/program.js';
import type { Terminal } from '../../src/cli/terminal.js';

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The working directory of the command. */
  readonly folder: string;
}

/** A terminal in a folder, which is also where state is kept, and what was printed on it. */
export function terminalIn(folder: string, variables: Record<string, string>) {
  const printed = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const terminal: Terminal = {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    folder,
    variables: { XDG_STATE_HOME: folder, ...variables },
  };
  return { terminal, printed };
}

/** Runs a command with these arguments in this process, as its command line does. Throws errors of usage. */
export async function runCommand(
  args: readonly string[],
  folder: string,
  variables: Record<string, string>,
  actionsOn: (terminal: Terminal) => Partial<Actions>,
): Promise<Ended> {
  const { terminal, printed } = terminalIn(folder, variables);
  const unused = async () => {
    throw new Error('Another command was run.');
  };
  const actions = {
    serve: unused,
    openapi: unused,
    init: unused,
    check: unused,
    restore: unused,
    learn: unused,
    compare: unused,
    mcp: unused,
    proxy: unused,
    ...actionsOn(terminal),
  };
  const exitCode = await execute(args, '0.0.0', actions, terminal);
  return { exitCode, ...printed, folder };
}
