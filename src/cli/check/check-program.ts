import type { Command } from 'commander';
import type { Flags } from '../command-flags.js';
import { addSuiteCommand } from '../suite-command.js';
import { checkOptions } from './check-options.js';

/** What the command does; it answers the exit code. */
export interface CheckActions {
  check(target: string | undefined, flags: Flags): Promise<number>;
}

const CHECK_NOTES = `
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
  petstore-mock check https://staging.example.test/v1 --history runs --every 15m
  petstore-mock check https://api.example.test/v1 --from recording.har
`;

/** Describes `check`. */
export function addCheckCommand(program: Command, actions: CheckActions, exit: (code: number) => void): void {
  addSuiteCommand<string | undefined>(program, exit, {
    name: 'check',
    description: 'tell whether a deployment keeps the promises of the document',
    argument: ['[base-url]', 'where the service answers, such as https://staging.example.test/v1'],
    options: Object.values(checkOptions),
    notes: CHECK_NOTES,
    run: actions.check,
  });
}
