import { Command, CommanderError } from 'commander';
import { InputError } from '../json/input-error.js';
import { checkCommand } from './check/check-options.js';
import { compareCommand } from './compare/compare-options.js';
import { learnCommand } from './learn/learn-options.js';
import { mcpCommand } from './mcp/mcp-options.js';
import { type Action, addCommand, type CommandSpec, offFlagOf, url } from './options.js';
import { proxyCommand } from './proxy/proxy-options.js';
import { restoreCommand } from './restore/restore-options.js';
import { serveCommand } from './serve/serve-options.js';
import { columnsOf, ExitCode, type Terminal, warn } from './terminal.js';

const openapiCommand = {
  summary: 'print the OpenAPI 3.1 document of the service',
  options: {
    baseUrl: url('--base-url <url>', 'base URL of the service', { example: 'https://api.example.test/v1' }),
  },
  notes: [],
  examples: [
    'petstore-mock openapi > openapi.json',
    'petstore-mock openapi --base-url https://staging.example.test/v1',
  ],
} satisfies CommandSpec;

const initCommand = {
  summary: 'copy msw’s worker script into your project, for petstore-mock/browser',
  argument: { name: '[folder]', help: 'folder that your pages are served from', default: 'public' },
  options: {},
  notes: ['Copies the script of the msw that is installed in your project, and prints the code to add to your app.'],
  examples: ['petstore-mock init             to public/, as in Vite, Next.js and others', 'petstore-mock init static/'],
} satisfies CommandSpec;

export const commands = {
  serve: serveCommand,
  openapi: openapiCommand,
  init: initCommand,
  check: checkCommand,
  restore: restoreCommand,
  proxy: proxyCommand,
  learn: learnCommand,
  compare: compareCommand,
  mcp: mcpCommand,
} as const;

type CommandName = keyof typeof commands;

export type Actions = { readonly [Name in CommandName]: Action<(typeof commands)[Name]> };

const PROGRAM_EXAMPLES = `
Examples:
  petstore-mock serve
  PETSTORE_API_KEY=test_free petstore-mock check http://127.0.0.1:4290/v1
  petstore-mock check https://staging.example.test/v1 \\
    --client-cert client.pem --client-key client.key
  petstore-mock learn https://staging.example.test/v1
  petstore-mock compare petstore-profile.json fake
  petstore-mock proxy --upstream https://staging.example.test/v1
  petstore-mock openapi > openapi.json
  petstore-mock init public/
  petstore-mock mcp
`;

/** Runs a command line; returns the exit code. Invalid usage prints one line on stderr and returns 2. */
export async function run(args: readonly string[], version: string, actions: Actions, terminal: Terminal) {
  try {
    return await execute(args, version, actions, terminal);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // Without a command, help was printed instead.
      if (error.code !== 'commander.help') warn(terminal, `Reading the command line: ${explain(error, args[0])}`);
      return ExitCode.usage;
    }
    if (error instanceof InputError) {
      warn(terminal, error.inWords);
      return ExitCode.usage;
    }
    if (specOf(args[0])?.isSuite !== true) throw error;
    terminal.stderr.write(`petstore-mock: this is a bug: ${(error as Error).stack ?? error}\n`);
    return ExitCode.incomplete;
  }
}

/** Runs a command line; returns the exit code. Prints help but no errors: throws CommanderErrors and InputErrors. */
export async function execute(
  args: readonly string[],
  version: string,
  actions: Actions,
  { stdout, stderr, variables }: Terminal,
): Promise<number> {
  let exitCode = 0;
  const program = new Command('petstore-mock')
    .description('A fake of the Petstore Inventory Service, and a suite that verifies deployments of it.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureHelp({ minWidthToWrap: 16 })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => columnsOf(stdout, variables),
      getErrHelpWidth: () => columnsOf(stderr, variables),
    })
    .addHelpText('after', PROGRAM_EXAMPLES);
  const columns = () => columnsOf(stdout, variables);
  for (const [name, spec] of wantedCommands(args)) {
    const act = actions[name as CommandName] as (argument: unknown, flags: unknown) => Promise<number | undefined>;
    addCommand(program, name, spec, columns, async (argument, flags) => {
      exitCode = (await act(argument, flags)) ?? 0;
    });
  }
  await program.parseAsync(withoutUnknownValues(args, program), { from: 'user' });
  return exitCode;
}

function wantedCommands(args: readonly string[]): readonly (readonly [string, CommandSpec])[] {
  const all = Object.entries<CommandSpec>(commands);
  const named = all.filter(([name]) => name === args.find((arg) => !arg.startsWith('-')));
  return named.length === 0 ? all : named;
}

/** Removes the values of unknown flags (`--prot=secret`): Commander then suggests a flag, and no message contains the value. */
function withoutUnknownValues(args: readonly string[], { commands }: Command): string[] {
  const known = new Set(commands.flatMap(({ options }) => options.map(({ long }) => long)));
  return args.map((arg) => {
    const flag = /^(--[^=]+)=/.exec(arg)?.[1];
    return flag === undefined || known.has(flag) ? arg : flag;
  });
}

function specOf(command = ''): CommandSpec | undefined {
  return Object.entries<CommandSpec>(commands).find(([name]) => name === command)?.[1];
}

function explain({ code, message }: CommanderError, command = ''): string {
  const spec = specOf(command);
  const [first = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const flag = /'(--[a-z-]+)/.exec(first)?.[1];
  const options = Object.values((spec ?? commands.serve).options);
  const option = options.find((each) => each.flag === flag || offFlagOf(each) === flag);
  if (option !== undefined && code === 'commander.unknownOption') return `${flag} takes no value. Try ${flag}`;
  if (option !== undefined && code === 'commander.optionMissingArgument') {
    return `${flag} needs a value. Try ${flag} ${option.example}`;
  }
  const problem = first.replace(/\.$/, '').replace(/ '([^']*)'/g, (_, word) => (mayBeShown(word) ? ` ${word}` : ''));
  const named = code === 'commander.unknownCommand' ? '' : ` ${spec === undefined ? 'serve' : command}`;
  return `${problem}. ${hint.replace(/[()]/g, '') || `Try petstore-mock${named} --help`}`;
}

const LONGEST_FLAG = 32;

/** Anything else that was typed may be a key: a flag has words of letters, and none of them goes on after `key`. */
function mayBeShown(word: string): boolean {
  if (specOf(word) !== undefined) return true;
  const mayHoldKey = /(?:key|token|secret)[a-z]/.test(word.replace(/-file$/, ''));
  return /^--[a-z]+(?:-[a-z]+)*$/.test(word) && word.length <= LONGEST_FLAG && !mayHoldKey;
}
