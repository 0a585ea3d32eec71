import type { Command } from 'commander';
import { checkOptions } from '../check/check-options.js';
import { addSuiteCommand, type CommandOption, type Flags } from '../command.js';

const { apiKeyFile, journal, ca, header } = checkOptions;

/** Every flag of `restore`, in the order of its help. */
export const restoreOptions: readonly CommandOption[] = [
  apiKeyFile,
  journal,
  ca,
  header,
  { flag: '--yes', description: 'put the quantity back without asking' },
];

/** What the command does; it answers the exit code. */
export interface RestoreActions {
  restore(target: string | undefined, flags: Flags): Promise<number>;
}

const RESTORE_NOTES = `
A check that was killed leaves a note of the quantity that it was about to
change. This puts it back, and asks where somebody else may have written since.
The key goes to the deployment that is noted. Exit code: 0 all is as it was,
2 wrong usage, 3 something could not be put back.

Examples:
  PETSTORE_API_KEY=… petstore-mock restore
  PETSTORE_API_KEY=… petstore-mock restore https://staging.example.test/v1
`;

/** Describes `restore`. */
export function addRestoreCommand(program: Command, actions: RestoreActions, exit: (code: number) => void): void {
  addSuiteCommand<string | undefined>(program, exit, {
    name: 'restore',
    description: 'put back what a check that was killed has left changed',
    argument: ['[base-url]', 'the deployment whose stock to put back; needed where several are noted'],
    options: restoreOptions,
    notes: RESTORE_NOTES,
    run: actions.restore,
  });
}
