import { type Command, Option as CommanderOption } from 'commander';
import wrapAnsi from 'wrap-ansi';
import { InputError } from '../spec/validation/input-error.js';
import {
  describeOption,
  type Flags as FlagsOf,
  type Option,
  type OptionTable,
  offFlagOf,
  parseOption,
} from './options.js';

/** One command: everything that its help, its parser and its errors need. */
export interface CommandSpec<Table extends OptionTable = OptionTable, Name extends string = string> {
  readonly summary: string;
  /** What stands behind its name: `[base-url]`, or `[sides...]` for any number. */
  readonly argument?: { readonly name: Name; readonly help: string; readonly default?: string };
  readonly options: Table;
  /** Paragraphs below the options. */
  readonly notes: readonly string[];
  readonly examples: readonly string[];
  /** The command line that an error suggests. */
  readonly usage: string;
  /** It works with deployments: 1 would mean a violation, so that a bug ends it with 3, and it takes no keys as flags. */
  readonly isSuite?: true;
  /** What to do instead of giving a key as a flag. */
  readonly keyRemedy?: string;
}

/** What a command finds behind its name. */
export type ArgumentOf<Spec> = Spec extends { argument?: { name: `[${string}...]` } }
  ? readonly string[]
  : string | undefined;

/** What carries out a command. Returns the exit code, or undefined for 0. */
export type Action<Spec extends CommandSpec> = (
  argument: ArgumentOf<Spec>,
  flags: FlagsOf<Spec['options']>,
) => Promise<number | undefined>;

/** Declares a command. */
export function defineCommand<const Table extends OptionTable, const Name extends string>(
  spec: CommandSpec<Table, Name>,
): CommandSpec<Table, Name> {
  return spec;
}

/** Adds a command to the program. */
export function addCommand(
  program: Command,
  name: string,
  spec: CommandSpec,
  columns: () => number,
  act: (argument: unknown, flags: Readonly<Record<string, unknown>>) => Promise<void>,
): void {
  const { summary, argument, options, isSuite } = spec;
  const command = program
    .command(name)
    .description(summary)
    .configureHelp({ optionTerm: termOf(options) });
  if (argument !== undefined) command.argument(argument.name, argument.help, argument.default);
  for (const option of Object.values(options)) {
    for (const each of toCommanderOptions(option)) command.addOption(each);
  }
  if (isSuite) rejectKeyFlags(command, spec.keyRemedy);
  command
    .addHelpText('after', () => helpBelow(spec, columns()))
    .action(() => act(command.processedArgs[0], givenFlags(command, options)));
}

function toCommanderOptions(option: Option<unknown>): CommanderOption[] {
  const { flag, placeholder, isRepeatable, isNegatable } = option;
  const main = new CommanderOption(placeholder === undefined ? flag : `${flag} ${placeholder}`, describeOption(option));
  if (placeholder !== undefined) {
    main.argParser<unknown>((given, earlier) => {
      const value = parseOption(option, given);
      return isRepeatable ? [...((earlier as readonly unknown[] | undefined) ?? []), value] : value;
    });
  }
  return isNegatable ? [main, new CommanderOption(offFlagOf(option)).hideHelp()] : [main];
}

/** Returns the values that the command line gives; Commander adds defaults of its own. */
function givenFlags(command: Command, options: OptionTable): Readonly<Record<string, unknown>> {
  const values = Object.entries(options).flatMap(([name, { flag, placeholder }]) => {
    const attribute = new CommanderOption(flag.replace('--no-', '--')).attributeName();
    if (command.getOptionValueSource(attribute) !== 'cli') return [];
    const value: unknown = command.getOptionValue(attribute);
    // A value that may be left out: standard output is meant.
    return [[name, value === true && placeholder !== undefined ? '-' : value]];
  });
  return Object.fromEntries(values);
}

const KEY_REMEDY = 'Set PETSTORE_API_KEY, or name a file that contains it: --api-key-file key.txt';

/** Everybody on the machine can read a key on a command line. */
function rejectKeyFlags(command: Command, remedy = KEY_REMEDY): void {
  for (const name of ['api-key', 'key', 'token']) {
    command.addOption(new CommanderOption(`--${name} [key]`).hideHelp()).on(`option:${name}`, () => {
      const problem = 'an API key on the command line is visible to other users of this machine';
      throw new InputError('Reading the command line', problem, remedy);
    });
  }
}

/** Shows both flags of a switch as one. */
function termOf(options: OptionTable): (option: CommanderOption) => string {
  const negatable = Object.values(options).flatMap(({ isNegatable, flag }) => (isNegatable ? [flag] : []));
  return ({ flags }) => (negatable.includes(flags) ? flags.replace('--', '--[no-]') : flags);
}

function helpBelow({ notes, examples }: Pick<CommandSpec, 'notes' | 'examples'>, columns: number): string {
  const paragraphs = notes.map((note) => `\n${wrapAnsi(note, columns)}\n`);
  return `${paragraphs.join('')}\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}`;
}

// Until proxy has the same model.

/** How one flag of a command is named. */
export interface CommandOption {
  readonly flag: string;
  /** What stands behind the flag in the help; undefined for a switch. */
  readonly placeholder?: string;
  /** A value that works, as text. */
  readonly example?: string;
  readonly description: string;
  readonly isRepeatable?: true;
}

/** Creates Commander's option of a flag. */
function toOption({ flag, placeholder, description, isRepeatable }: CommandOption): CommanderOption {
  const option = new CommanderOption(placeholder === undefined ? flag : `${flag} ${placeholder}`, description);
  return isRepeatable ? option.argParser(collect) : option;
}

export type Flags = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Gathers the values of a flag that may stand several times. */
function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

/** The flags that stand on the command line; Commander also tells defaults of its own. */
function legacyFlags(command: Command): Flags {
  const given = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  return Object.fromEntries(given);
}

/** A value and who chose it: `--port`, `PETSTORE_PORT`, the settings file or the default. */
export interface Choice<Value> {
  readonly value: Value;
  readonly chosenBy: string;
}

/** A command that works with deployments: what its help says, and what it does. */
interface SuiteCommand<Argument> {
  readonly name: string;
  readonly description: string;
  /** What stands behind its name, where something does. */
  readonly argument?: readonly [name: string, description: string];
  readonly options: readonly CommandOption[];
  /** What to do instead of giving a key as a flag, where the usual way is none. */
  readonly keyRemedy?: string;
  /** What stands below the options in its help. */
  readonly notes: string;
  /** Returns the exit code. */
  run(argument: Argument, flags: Flags): Promise<number>;
}

/** Adds such a command to the command line; `exit` is told its exit code. */
export function addSuiteCommand<Argument>(
  program: Command,
  exit: (code: number) => void,
  { name, description, argument, options, keyRemedy, notes, run }: SuiteCommand<Argument>,
): void {
  const command = program.command(name).description(description);
  if (argument !== undefined) command.argument(...argument);
  for (const option of options) command.addOption(toOption(option));
  rejectKeyFlags(command, keyRemedy);
  command.addHelpText('after', notes).action(async () => {
    const flags = legacyFlags(command);
    for (const option of options) rejectEmpty(option, flags[toOption(option).attributeName()]);
    exit(await run(command.processedArgs[0] as Argument, flags));
  });
}

/** What a script's variable that is not set leaves; as the name of a folder it would be the working directory. */
function rejectEmpty({ flag, example }: CommandOption, value: Flags[string] | undefined): void {
  if (![value].flat().some((each) => typeof each === 'string' && each.trim() === '')) return;
  throw new InputError(
    `Reading ${flag}`,
    'the value is empty',
    example === undefined ? 'Leave it out' : `Try ${flag} ${example}`,
  );
}
