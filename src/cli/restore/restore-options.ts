import { checkOptions } from '../check/check-options.js';
import type { CommandOption } from '../command-option.js';

const { apiKeyFile, journal, ca, header } = checkOptions;

/** Every flag of `restore`, in the order of its help. */
export const restoreOptions: readonly CommandOption[] = [
  apiKeyFile,
  journal,
  ca,
  header,
  { flag: '--yes', description: 'put the quantity back without asking' },
];
