import { type Command, Option as CommanderOption } from 'commander';
import { InputError } from '../json/input-error.js';
import { describeOption, type Flags, type Option, type OptionTable, offFlagOf, parseOption } from './options.js';
import type { OnForcedExit } from './process.js';
import type { Confirm } from './terminal.js';

/** One command: everything that its help, its parser and its errors need. */
export interface CommandSpec {
  readonly summary: string;
  /** What stands behind its name: `[base-url]`, or `[sides...]` for any number. */
  readonly argument?: {
    readonly name: `[${string}]`;
    readonly help: string;
    readonly default?: string;
  };
  readonly options: OptionTable;
  readonly notes: readonly string[];
  readonly examples: readonly string[];
  /** It works with deployments: it takes no keys as flags, and a bug ends it with 3, since 1 would mean a violation. */
  readonly isSuite?: true;
  /** What to do instead of giving a key as a flag. */
  readonly keyRemedy?: string;
}

type ArgumentOf<Spec> = Spec extends { argument: { name: `[${string}...]` } } ? readonly string[] : string | undefined;

/** What carries out a command. Returns the exit code, or undefined for 0. */
export type Action<Spec extends CommandSpec> = (
  argument: ArgumentOf<Spec>,
  flags: Flags<Spec['options']>,
) => Promise<number | undefined>;

/** What every command of the suite receives. */
export interface SuiteContext {
  readonly version: string;
  readonly confirm: Confirm;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Registers a report of unfinished writes, for when the process is ended at once. */
  readonly onForcedExit?: OnForcedExit;
  /** Until a response is complete; default 30 s. */
  readonly responseTimeoutMs?: number;
}

/** What a command of the suite receives beside its terminal. */
export interface SuiteRequest<Table extends OptionTable> extends SuiteContext {
  readonly target: string | undefined;
  readonly flags: Flags<Table>;
}

export function addCommand(
  program: Command,
  name: string,
  spec: CommandSpec,
  columns: () => number,
  act: (argument: unknown, flags: Readonly<Record<string, unknown>>) => Promise<void>,
): void {
  const { summary, argument, options, isSuite, notes, examples } = spec;
  const command = program
    .command(name)
    .description(summary)
    .configureHelp({ optionTerm: termOf(options), minWidthToWrap: 16 });
  if (argument !== undefined) command.argument(argument.name, argument.help, argument.default);
  for (const option of Object.values(options)) {
    for (const each of toCommanderOptions(option)) command.addOption(each);
  }
  if (isSuite) rejectKeyFlags(command, spec.keyRemedy);
  command
    .addHelpText('after', () => notes.map((note) => `\n${command.createHelp().boxWrap(note, columns())}`).join('\n'))
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}`)
    .action(() => act(command.processedArgs[0], givenFlags(command, options)));
}

function toCommanderOptions(option: Option<unknown>): CommanderOption[] {
  const { flag, placeholder, isRepeatable, isNegatable } = option;
  const main = new CommanderOption(placeholder === undefined ? flag : `${flag} ${placeholder}`, describeOption(option));
  if (placeholder !== undefined) {
    // A value that may be left out: standard output is meant.
    main.preset('-').argParser<unknown>((given, earlier) => {
      const value = parseOption(option, given);
      return isRepeatable ? [...((earlier as readonly unknown[] | undefined) ?? []), value] : value;
    });
  }
  return isNegatable ? [main, new CommanderOption(offFlagOf(option)).hideHelp()] : [main];
}

function givenFlags(command: Command, options: OptionTable): Readonly<Record<string, unknown>> {
  const values = Object.entries(options).flatMap(([name, { flag }]) => {
    const attribute = new CommanderOption(flag).attributeName();
    return command.getOptionValueSource(attribute) === 'cli' ? [[name, command.getOptionValue(attribute)]] : [];
  });
  return Object.fromEntries(values);
}

const KEY_REMEDY = 'Set PETSTORE_API_KEY';

/** Everybody on the machine can read a key on a command line. */
function rejectKeyFlags(command: Command, remedy = KEY_REMEDY): void {
  for (const name of ['api-key', 'key', 'token']) {
    command.addOption(new CommanderOption(`--${name} [key]`).hideHelp()).on(`option:${name}`, () => {
      const problem = 'an API key on the command line is visible to other users of this machine';
      throw new InputError('Reading the command line', problem, remedy);
    });
  }
}

function termOf(options: OptionTable): (option: CommanderOption) => string {
  const negatable = Object.values(options).flatMap(({ isNegatable, flag }) => (isNegatable ? [flag] : []));
  return ({ flags }) => (negatable.includes(flags) ? flags.replace('--', '--[no-]') : flags);
}
