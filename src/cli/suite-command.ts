import type { Command } from 'commander';
import { InputError } from '../validation/input-error.js';
import { type Flags, givenFlags } from './command-flags.js';
import { type CommandOption, toOption } from './command-option.js';
import { refuseKeyFlags } from './refuse-key-flags.js';

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
  /** Answers the exit code. */
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
  refuseKeyFlags(command, keyRemedy)
    .addHelpText('after', notes)
    .action(async () => {
      const flags = givenFlags(command);
      for (const option of options) refuseEmpty(option, flags[toOption(option).attributeName()]);
      exit(await run(command.processedArgs[0] as Argument, flags));
    });
}

/** What a script's variable that is not set leaves; as the name of a folder it would be the working directory. */
function refuseEmpty({ flag, example }: CommandOption, value: Flags[string] | undefined): void {
  if (![value].flat().some((each) => typeof each === 'string' && each.trim() === '')) return;
  throw new InputError(
    `Reading ${flag}`,
    'it is empty',
    example === undefined ? 'Leave it out' : `Try ${flag} ${example}`,
  );
}
