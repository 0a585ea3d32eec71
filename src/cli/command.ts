import { type Command, Option } from 'commander';
import { InputError } from '../spec/validation/input-error.js';

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
function toOption({ flag, placeholder, description, isRepeatable }: CommandOption): Option {
  const option = new Option(placeholder === undefined ? flag : `${flag} ${placeholder}`, description);
  return isRepeatable ? option.argParser(collect) : option;
}

/** Flags that stand on a command line, by name. */
export type Flags = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Gathers the values of a flag that may stand several times. */
export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

/** The flags that stand on the command line; Commander also tells defaults of its own. */
export function givenFlags(command: Command): Flags {
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
  rejectKeyFlags(command, keyRemedy)
    .addHelpText('after', notes)
    .action(async () => {
      const flags = givenFlags(command);
      for (const option of options) rejectEmpty(option, flags[toOption(option).attributeName()]);
      exit(await run(command.processedArgs[0] as Argument, flags));
    });
}

/** What a script's variable that is not set leaves; as the name of a folder it would be the working directory. */
function rejectEmpty({ flag, example }: CommandOption, value: Flags[string] | undefined): void {
  if (![value].flat().some((each) => typeof each === 'string' && each.trim() === '')) return;
  throw new InputError(
    `Reading ${flag}`,
    'it is empty',
    example === undefined ? 'Leave it out' : `Try ${flag} ${example}`,
  );
}

const KEY_REMEDY = 'Set PETSTORE_API_KEY, or name a file that holds it: --api-key-file key.txt';

/** A key on a command line can be read by everybody on the machine; `remedy` says what to do instead. */
function rejectKeyFlags(command: Command, remedy = KEY_REMEDY): Command {
  for (const name of ['api-key', 'key', 'token']) {
    command.addOption(new Option(`--${name} [key]`).hideHelp()).on(`option:${name}`, () => {
      throw new InputError('Reading the command line', 'an API key does not belong there, others can see it', remedy);
    });
  }
  return command;
}
