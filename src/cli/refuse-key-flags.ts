import { type Command, Option } from 'commander';
import { InputError } from '../validation/input-error.js';

const FROM_A_SAFE_PLACE = 'Set PETSTORE_API_KEY, or name a file that holds it: --api-key-file key.txt';

/** A key on a command line can be read by everybody on the machine; `remedy` says what to do instead. */
export function refuseKeyFlags(command: Command, remedy = FROM_A_SAFE_PLACE): Command {
  for (const name of ['api-key', 'key', 'token']) {
    command.addOption(new Option(`--${name} [key]`).hideHelp()).on(`option:${name}`, () => {
      throw new InputError('Reading the command line', 'an API key does not belong there, others can see it', remedy);
    });
  }
  return command;
}
