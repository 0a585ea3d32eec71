import type { Command } from 'commander';
import { levels } from '../../exchange/transcript.js';
import { planNames } from '../../spec/plans.js';
import { addSuiteCommand, type CommandOption, type Flags } from '../command.js';

export const depths = ['standard', 'thorough'] as const;

export const checkDefaults = { reserve: '20%', maxWait: '75s', depth: 'standard' } as const;

/** Every flag of `check` by the name under which Commander hands it over. */
export const checkOptions = {
  level: {
    flag: '--level',
    placeholder: '<level>',
    example: 'write',
    description: `how far to go: ${levels.join(', ')} (default read; exhaust with --admin-url)`,
  },
  plan: {
    flag: '--plan',
    placeholder: '<plan>',
    example: 'free',
    description: `plan of the key, so that its limits can be checked: ${planNames.join(', ')}`,
  },
  petId: {
    flag: '--pet-id',
    placeholder: '<id>',
    example: '7',
    description: 'pet to write to (default: drawn by the seed)',
  },
  messagesUrl: {
    flag: '--messages-url',
    placeholder: '<url>',
    example: 'https://staging.example.test/v1',
    description: 'base URL of POST /messages; without it no message is sent',
  },
  apiKeyFile: {
    flag: '--api-key-file',
    placeholder: '<file>',
    example: 'key.txt',
    description: 'file that holds the API key (default: the variable PETSTORE_API_KEY)',
  },
  exclusive: { flag: '--exclusive', description: 'nobody else uses this key or store: more can be told' },
  reserve: {
    flag: '--reserve',
    placeholder: '<percent>',
    example: '20%',
    description: `share of the limit left to others (default ${checkDefaults.reserve})`,
  },
  maxRequests: {
    flag: '--max-requests',
    placeholder: '<number>',
    example: '40',
    description: 'never send more (default: the level’s own budget)',
  },
  maxWait: {
    flag: '--max-wait',
    placeholder: '<duration>',
    example: '75s',
    description: `a longer wait ends the run (default ${checkDefaults.maxWait})`,
  },
  depth: {
    flag: '--depth',
    placeholder: '<depth>',
    example: 'thorough',
    description: `${depths.join(' or ')}: thorough adds up to 100 generated writes (default ${checkDefaults.depth})`,
  },
  seed: {
    flag: '--seed',
    placeholder: '<number>',
    example: '1',
    description: 'draws the pet and the values sent (default: a new one, printed)',
  },
  dryRun: { flag: '--dry-run', description: 'print every request that would be sent, and send none' },
  yes: { flag: '--yes', description: 'answer yes to the question before level exhaust' },
  from: {
    flag: '--from',
    placeholder: '<recording.har>',
    example: 'transcript.har',
    description: 'judge a recording, send nothing; repeatable',
    isRepeatable: true,
  },
  adminUrl: {
    flag: '--admin-url',
    placeholder: '<url>',
    example: 'http://127.0.0.1:4290/__admin',
    description: 'move this fake’s clock instead of sleeping (token: PETSTORE_ADMIN_TOKEN)',
  },
  waivers: {
    flag: '--waivers',
    placeholder: '<file>',
    example: 'waivers.json',
    description: 'violations that are known, with reason and expiry',
  },
  failOn: {
    flag: '--fail-on',
    placeholder: '<what>',
    example: 'inconclusive',
    description: 'what fails beside violations: inconclusive (a rule), or change (since the last run of --history)',
  },
  history: {
    flag: '--history',
    placeholder: '<dir>',
    example: 'petstore-history',
    description: 'add the run to this folder and tell what changed since the last one',
  },
  every: {
    flag: '--every',
    placeholder: '<duration>',
    example: '15m',
    description: 'check again each 1m to 7d, and print only what changed; needs --history',
  },
  report: {
    flag: '--report',
    placeholder: '<dir>',
    example: 'contract-report',
    description: 'write report.html, report.json, junit.xml and transcript.har',
  },
  json: {
    flag: '--json',
    placeholder: '<file>',
    example: 'report.json',
    description: 'write the report as JSON, - for stdout',
  },
  reporter: {
    flag: '--reporter',
    placeholder: '<name>',
    example: 'github',
    description: 'what is printed: list, quiet, github, json, junit (default list, what was kept folded)',
  },
  ca: {
    flag: '--ca',
    placeholder: '<file>',
    example: 'ca.pem',
    description: 'PEM file of an authority to trust beside the usual ones',
  },
  header: {
    flag: '--header',
    placeholder: '<name: value>',
    example: '"X-Tenant: blue"',
    description: 'header for every request; repeatable',
    isRepeatable: true,
  },
  journal: {
    flag: '--journal',
    placeholder: '<dir>',
    example: 'restore',
    description: 'where unfinished writes are noted (default: your state folder)',
  },
} as const satisfies Record<string, CommandOption>;

export type CheckOptionName = keyof typeof checkOptions;

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
