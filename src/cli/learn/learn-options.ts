import { type CheckOptionName, checkOptions } from '../check/check-options.js';
import type { CommandOption } from '../command-option.js';

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
