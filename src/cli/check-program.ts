import { type Command, Option } from 'commander';
import { InputError } from '../validation/input-error.js';
import { type CheckOption, checkOptions } from './check-options.js';
import { collect, type Flags, givenFlags } from './command-flags.js';

/** What the commands of the contract suite do; each answers the exit code. */
export interface CheckActions {
  check(target: string | undefined, flags: Flags): Promise<number>;
  restore(target: string | undefined, flags: Flags): Promise<number>;
}

const CHECK_EXAMPLES = `
The API key comes from PETSTORE_API_KEY or --api-key-file. Level read writes
nothing; write changes the quantity of one pet and puts it back; exhaust runs
into the rate limit. Exit code: 0 conforms as far as could be seen, 1 violates
the document, 2 wrong usage, 3 stopped early or could judge nothing.

Examples:
  export PETSTORE_API_KEY=…
  petstore-mock check https://staging.example.test/v1
  petstore-mock check https://staging.example.test/v1 --level write --plan free
  petstore-mock check https://staging.example.test/v1 --level write --dry-run
  petstore-mock check https://staging.example.test/v1 --report contract-report
  petstore-mock check https://api.example.test/v1 --from recording.har
`;

const RESTORE_EXAMPLES = `
A check that was killed leaves a note of the quantity that it was about to
change. This puts it back, and asks where somebody else may have written since.
The key goes to the deployment that is noted. Exit code: 0 all is as it was,
2 wrong usage, 3 something could not be put back.

Examples:
  PETSTORE_API_KEY=… petstore-mock restore
  PETSTORE_API_KEY=… petstore-mock restore https://staging.example.test/v1
`;

/** Describes `check`. */
export function addCheckCommand(program: Command, actions: CheckActions, exit: (code: number) => void): void {
  const check = program
    .command('check')
    .description('tell whether a deployment keeps the promises of the document')
    .argument('[base-url]', 'where the service answers, such as https://staging.example.test/v1');
  for (const option of Object.values(checkOptions)) check.addOption(toOption(option));
  refuseKeyFlags(check)
    .addHelpText('after', CHECK_EXAMPLES)
    .action(async (target: string | undefined) => exit(await actions.check(target, givenFlags(check))));
}

/** Describes `restore`. */
export function addRestoreCommand(program: Command, actions: CheckActions, exit: (code: number) => void): void {
  const restore = program
    .command('restore')
    .description('put back what a check that was killed has left changed')
    .argument('[base-url]', 'the deployment whose stock to put back; needed where several are noted');
  for (const name of ['apiKeyFile', 'journal', 'ca', 'header'] as const)
    restore.addOption(toOption(checkOptions[name]));
  refuseKeyFlags(restore)
    .option('--yes', 'put the quantity back without asking')
    .addHelpText('after', RESTORE_EXAMPLES)
    .action(async (target: string | undefined) => exit(await actions.restore(target, givenFlags(restore))));
}

function toOption({ flag, placeholder, description, isRepeatable }: CheckOption): Option {
  const option = new Option(placeholder === undefined ? flag : `${flag} ${placeholder}`, description);
  return isRepeatable ? option.argParser(collect) : option;
}

/** A key on a command line can be read by everybody on the machine. */
function refuseKeyFlags(command: Command): Command {
  for (const name of ['api-key', 'key', 'token']) {
    command.addOption(new Option(`--${name} [key]`).hideHelp()).on(`option:${name}`, () => {
      throw new InputError(
        'Reading the command line',
        'an API key does not belong there, others can see it',
        'Set PETSTORE_API_KEY, or name a file that holds it: --api-key-file key.txt',
      );
    });
  }
  return command;
}
