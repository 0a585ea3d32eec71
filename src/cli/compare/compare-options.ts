import { checkOptions } from '../check/check-options.js';
import type { CommandOption } from '../command-option.js';

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

/** Answers the name under which Commander hands over a flag for the right: `apiKeyFile` becomes `rightApiKeyFile`. */
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
