import type { Command } from 'commander';
import { type CheckOptionName, checkOptions } from '../check/check-options.js';
import { addSuiteCommand, type CommandOption, type Flags } from '../command.js';

export const DEFAULT_OUTPUT = 'petstore-profile.json';

const ofCheck = [
  'level',
  'plan',
  'petId',
  'messagesUrl',
  'apiKeyFile',
  'exclusive',
  'reserve',
  'maxRequests',
  'maxWait',
  'seed',
  'dryRun',
  'yes',
  'from',
  'report',
  'adminUrl',
  'ca',
  'header',
  'journal',
] as const satisfies readonly CheckOptionName[];

/** Every flag of `learn`, in the order of its help. Those that `check` has mean the same. */
export const learnOptions: readonly CommandOption[] = [
  {
    flag: '--output',
    placeholder: '<file>',
    example: DEFAULT_OUTPUT,
    description: `where the profile goes, - for stdout (default ${DEFAULT_OUTPUT})`,
  },
  {
    flag: '--overwrite',
    description: 'let a run that stopped early replace a profile that tells more',
  },
  ...ofCheck.map((name): CommandOption => {
    if (name === 'plan') return { ...checkOptions.plan, description: 'plan of the key; enterprise: learn its quotas' };
    if (name === 'report') {
      return { ...checkOptions.report, description: 'write the exchanges that the profile counts, and what was found' };
    }
    if (name === 'from')
      return { ...checkOptions.from, description: 'learn from a recording, send nothing; repeatable' };
    return checkOptions[name];
  }),
];

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
