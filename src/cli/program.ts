import { Command, Option } from 'commander';
import { addCheckCommand, addRestoreCommand, type CheckActions } from './check-program.js';
import { collect, givenFlags } from './command-flags.js';
import { flagsOf, type ServeOption, serveOptions } from './serve-options.js';
import { defaultSettings, type SettingSources } from './settings.js';
import type { Terminal } from './terminal.js';

/** What the commands do; those that answer a number answer the exit code. */
export interface Actions extends CheckActions {
  serve(flags: SettingSources['flags'], handlers: string | undefined): Promise<void>;
  openapi(baseUrl: string | undefined): Promise<void>;
  init(folder: string): Promise<void>;
}

const SERVE_EXAMPLES = `
Each setting can also come from its variable or, apart from --handlers, from
petstore-mock.config.json in the working directory. A flag wins over a variable,
and a variable over the file.

Examples:
  petstore-mock serve                               on http://127.0.0.1:4290/v1
  petstore-mock serve --port 0 --pets 1000          a free port, 1000 pets
  petstore-mock serve --key my_key:business         a key of your own
  petstore-mock serve --fixture store.json --watch  your store, always reloaded
  petstore-mock serve --admin-token local-admin     the same token each time
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

  const serve = program.command('serve').description('serve the fake on a port').configureHelp({ optionTerm });
  for (const [name, option] of Object.entries(serveOptions)) {
    for (const flag of toCommanderOptions(name, option)) serve.addOption(flag);
  }
  serve
    .option(
      '--key <key:plan>',
      'a key of your own with its plan; repeatable (PETSTORE_KEY, separated by commas)',
      collect,
    )
    .option('--handlers <file>', 'JavaScript module with MSW handlers of your own, which are asked first')
    .addHelpText('after', SERVE_EXAMPLES)
    .action(() => {
      const { handlers, ...flags } = givenFlags(serve);
      return actions.serve(flags, handlers as string | undefined);
    });

  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the service')
    .option('--base-url <url>', 'where the service answers')
    .action(({ baseUrl }: { baseUrl?: string }) => actions.openapi(baseUrl));

  program
    .command('init')
    .description("copy msw's worker script to where your pages are served from, for petstore-mock/browser")
    .argument('[folder]', 'where your pages are served from', 'public')
    .addHelpText('after', INIT_EXAMPLES)
    .action((folder: string) => actions.init(folder));

  addCheckCommand(program, actions, exit);
  addRestoreCommand(program, actions, exit);
  return program;
}

function toCommanderOptions(name: string, option: ServeOption): Option[] {
  const { placeholder, kind, description, variable } = option;
  const [flag, offFlag] = flagsOf(option);
  const fallback = Object.entries(defaultSettings).find(([each]) => each === name)?.[1];
  const shown = typeof fallback === 'boolean' ? (fallback ? 'on' : 'off') : fallback;
  const byVariable = kind === 'list' ? `${variable}, separated by commas` : variable;
  const hasDefault = shown !== undefined && kind !== 'list';
  const origin = hasDefault ? `default ${shown}, ${byVariable}` : byVariable;
  const main = new Option(
    placeholder === undefined ? `${flag}` : `${flag} ${placeholder}`,
    `${description} (${origin})`,
  );
  if (kind === 'list') main.argParser(collect);
  return offFlag === undefined ? [main] : [main, new Option(offFlag).hideHelp()];
}

/** Shows both flags of a switch as one. */
function optionTerm({ flags }: Option): string {
  const isSwitch = Object.values(serveOptions).some(({ flag, kind }) => kind === 'boolean' && flag === flags);
  return isSwitch ? flags.replace('--', '--[no-]') : flags;
}
