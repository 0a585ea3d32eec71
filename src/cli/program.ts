import { Command } from 'commander';
import { addCheckCommand, type CheckActions } from './check/check-options.js';
import { addCompareCommand, type CompareActions } from './compare/compare-options.js';
import { addLearnCommand, type LearnActions } from './learn/learn-options.js';
import { addProxyCommand, type ProxyActions } from './proxy/proxy-options.js';
import { addRestoreCommand, type RestoreActions } from './restore/restore-options.js';
import { addServeCommand, type ServeActions } from './serve/serve-program.js';
import type { Terminal } from './terminal.js';

/** What the commands do; those that answer a number answer the exit code. */
export interface Actions
  extends CheckActions,
    CompareActions,
    LearnActions,
    ProxyActions,
    RestoreActions,
    ServeActions {
  openapi(baseUrl: string | undefined): Promise<void>;
  init(folder: string): Promise<void>;
}

const OPENAPI_EXAMPLES = `
Examples:
  petstore-mock openapi > openapi.json
  petstore-mock openapi --base-url https://staging.example.test/v1
`;

const INIT_EXAMPLES = `
The script is that of the msw which your project has installed. What to add to
your app is printed.

Examples:
  petstore-mock init             to public/, as Vite, Next.js and others have it
  petstore-mock init static/
`;

const PROGRAM_EXAMPLES = `
Examples:
  petstore-mock serve
  PETSTORE_API_KEY=test_free petstore-mock check http://127.0.0.1:4290/v1
  petstore-mock learn https://staging.example.test/v1
  petstore-mock compare petstore-profile.json fake
  petstore-mock proxy --upstream https://staging.example.test/v1
  petstore-mock openapi > openapi.json
  petstore-mock init public/
`;

/**
 * Describes the command line. It prints help and no errors, and never ends the process: it throws a CommanderError.
 * `exit` is told the exit code of a command that has one.
 */
export function createProgram(
  version: string,
  actions: Actions,
  { stdout, stderr }: Terminal,
  exit: (code: number) => void,
): Command {
  const program = new Command('petstore-mock')
    .description('A fake of the Petstore Inventory Service, and a suite that tells whether a deployment conforms.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => {},
    })
    .addHelpText('after', PROGRAM_EXAMPLES);

  addServeCommand(program, actions);

  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the service')
    .option('--base-url <url>', 'where the service answers')
    .addHelpText('after', OPENAPI_EXAMPLES)
    .action(({ baseUrl }: { baseUrl?: string }) => actions.openapi(baseUrl));

  program
    .command('init')
    .description("copy msw's worker script to where your pages are served from, for petstore-mock/browser")
    .argument('[folder]', 'where your pages are served from', 'public')
    .addHelpText('after', INIT_EXAMPLES)
    .action((folder: string) => actions.init(folder));

  addCheckCommand(program, actions, exit);
  addRestoreCommand(program, actions, exit);
  addProxyCommand(program, actions, exit);
  addLearnCommand(program, actions, exit);
  addCompareCommand(program, actions, exit);
  return program;
}
