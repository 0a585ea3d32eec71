import { Option } from 'commander';
import { collect } from './command-flags.js';

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

/** Makes Commander's option of a flag. */
export function toOption({ flag, placeholder, description, isRepeatable }: CommandOption): Option {
  const option = new Option(placeholder === undefined ? flag : `${flag} ${placeholder}`, description);
  return isRepeatable ? option.argParser(collect) : option;
}
