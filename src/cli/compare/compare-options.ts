import type { Command } from 'commander';
import { checkOptions } from '../check/check-options.js';
import { addSuiteCommand, type CommandOption, type Flags } from '../command.js';

/** Flags of `check` that mean the same for both sides. */
const shared = {
  level: checkOptions.level,
  exclusive: checkOptions.exclusive,
  reserve: checkOptions.reserve,
  maxRequests: checkOptions.maxRequests,
  maxWait: checkOptions.maxWait,
  seed: checkOptions.seed,
  yes: checkOptions.yes,
  ca: checkOptions.ca,
  journal: checkOptions.journal,
} as const satisfies Record<string, CommandOption>;

/** Flags of `check` that each side has for itself. What is meant for one deployment is never sent to another. */
const own = {
  apiKeyFile: checkOptions.apiKeyFile,
  header: checkOptions.header,
  plan: checkOptions.plan,
  petId: checkOptions.petId,
  messagesUrl: checkOptions.messagesUrl,
} as const satisfies Record<string, CommandOption>;

export const sharedNames = Object.keys(shared) as (keyof typeof shared)[];
export const ownNames = Object.keys(own) as (keyof typeof own)[];

/** Returns the name under which Commander hands over a flag for the right: `apiKeyFile` becomes `rightApiKeyFile`. */
export function rightName(name: string): string {
  return `right${name[0]?.toUpperCase()}${name.slice(1)}`;
}

const descriptions: Record<keyof typeof own, string> = {
  apiKeyFile: 'file with the API key of the left, or of the only URL (default: PETSTORE_API_KEY)',
  header: 'header for every request to the left, or to the only URL; repeatable',
  plan: 'plan of the left’s key',
  petId: 'pet of the left to write to (default: drawn by the seed)',
  messagesUrl: 'base URL of the left’s POST /messages; without it no message is sent',
};

const rightDescriptions: Record<keyof typeof own, string> = {
  apiKeyFile: 'file with the API key of the right (default: PETSTORE_API_KEY_RIGHT)',
  header: 'header for every request to the right; repeatable',
  plan: 'plan of the right’s key',
  petId: 'pet of the right to write to',
  messagesUrl: 'base URL of the right’s POST /messages',
};

const ADDRESS = 'https://api.example.test/v1';
const SEED = 'draws the pets and the values sent, for both sides alike (default: a new one)';

/** Every flag of `compare`, in the order of its help. */
export const compareOptions: readonly CommandOption[] = [
  {
    flag: '--baseline',
    placeholder: '<profile.json>',
    example: 'petstore-profile.json',
    description: 'what the deployment was like when petstore-mock learn wrote this: the left side',
  },
  { ...shared.level, description: 'how far to go: read, write, exhaust (default read)' },
  {
    flag: '--ignore',
    placeholder: '<what>',
    example: 'latency',
    description: 'leave out a kind (latency), an id (retry-after-format) or both (field:/traceId); repeatable',
    isRepeatable: true,
  },
  { ...checkOptions.dryRun, description: 'print every request that each side would be sent, and send none' },
  { flag: '--show-uncompared', description: 'list what could not be compared, and why' },
  {
    flag: '--json',
    placeholder: '[file]',
    example: 'differences.json',
    description: 'write the comparison as JSON; without a file, or with -, print it alone',
  },
  {
    flag: '--reporter',
    placeholder: '<name>',
    example: 'github',
    description: 'what is printed: list, github (default list)',
  },
  ...ownNames.flatMap((name) => [
    { ...own[name], description: descriptions[name] },
    { ...own[name], flag: own[name].flag.replace('--', '--right-'), description: rightDescriptions[name] },
  ]),
  ...sharedNames.flatMap((name) =>
    name === 'level' ? [] : [name === 'seed' ? { ...shared.seed, description: SEED } : shared[name]],
  ),
  {
    flag: '--base-url',
    placeholder: '<url>',
    example: ADDRESS,
    description: 'where the service answers in a recording that does not tell',
  },
  { flag: '--left-base-url', placeholder: '<url>', example: ADDRESS, description: 'the same, of the left' },
  { flag: '--right-base-url', placeholder: '<url>', example: ADDRESS, description: 'the same, of the right' },
];

/** What the command does; it answers the exit code. */
export interface CompareActions {
  compare(targets: readonly string[], flags: Flags): Promise<number>;
}

const COMPARE_NOTES = `
A side is a base URL (requests are sent, as check sends them), a profile that
petstore-mock learn wrote, a HAR file, or the word fake: the one that runs at
http://127.0.0.1:4290/v1. Two URLs are asked one after the other.

The left's API key comes from PETSTORE_API_KEY or --api-key-file, the right's
from PETSTORE_API_KEY_RIGHT or --right-api-key-file; a key is never sent to the
other side's origin. Where only one side is a URL, the left's key is its key.
Exit code: 0 no difference, 1 differences, 2 wrong usage, 3 a side could not be
asked, or not to the end, and no difference was seen.

Examples:
  petstore-mock compare staging.json fake
  petstore-mock compare https://dev.example.test/v1 https://api.example.test/v1
  petstore-mock compare https://api.example.test/v1 --baseline api.json
  petstore-mock compare old.har new.har --base-url https://api.example.test/v1
  petstore-mock compare staging.json https://api.example.test/v1 --dry-run
  petstore-mock compare api.json fake --ignore latency --json differences.json
`;

/** Describes `compare`. */
export function addCompareCommand(program: Command, actions: CompareActions, exit: (code: number) => void): void {
  addSuiteCommand<readonly string[]>(program, exit, {
    name: 'compare',
    description: 'tell in what two deployments, recordings or profiles differ',
    argument: ['[sides...]', 'the left and the right: a base URL, a profile, a HAR file or fake'],
    options: compareOptions,
    notes: COMPARE_NOTES,
    run: actions.compare,
  });
}
