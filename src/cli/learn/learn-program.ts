import type { Command } from 'commander';
import type { Flags } from '../command-flags.js';
import { addSuiteCommand } from '../suite-command.js';
import { learnOptions } from './learn-options.js';

/** What the command does; it answers the exit code. */
export interface LearnActions {
  learn(target: string | undefined, flags: Flags): Promise<number>;
}

const LEARN_NOTES = `
Sends what check sends at the level, and a little more to find bounds and texts,
as carefully. The profile holds how the deployment answers what the document
leaves open, what its answers look like and how long they take; no key, and no
text of the store. What was not seen stays at the fake's default and says so.
The API key comes from PETSTORE_API_KEY or --api-key-file. Exit code: 0 learned,
2 wrong usage, 3 stopped early (the profile holds what was seen until then; it
goes beside one that tells more) or nothing could be learned.

Examples:
  export PETSTORE_API_KEY=…
  petstore-mock learn https://staging.example.test/v1
  petstore-mock learn https://staging.example.test/v1 --level write --dry-run
  petstore-mock learn https://staging.example.test/v1 --output staging.json
  petstore-mock learn https://staging.example.test/v1 --report learned
  petstore-mock learn https://api.example.test/v1 --from recording.har
  petstore-mock serve --profile petstore-profile.json
`;

/** Describes `learn`. */
export function addLearnCommand(program: Command, actions: LearnActions, exit: (code: number) => void): void {
  addSuiteCommand<string | undefined>(program, exit, {
    name: 'learn',
    description: 'learn from a deployment, so that the fake can answer as it does',
    argument: ['[base-url]', 'where the service answers, such as https://staging.example.test/v1'],
    options: learnOptions,
    notes: LEARN_NOTES,
    run: actions.learn,
  });
}
