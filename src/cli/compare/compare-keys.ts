import { parseUrl } from '../../spec/parse-url.js';
import { InputError } from '../../validation/input-error.js';
import { readApiKey } from '../check/secret-input.js';
import type { Terminal } from '../terminal.js';
import type { CompareSettings } from './compare-settings.js';

/** What each side has, if it has one. */
interface OfSides {
  readonly left: string | undefined;
  readonly right: string | undefined;
}

const RIGHT = { variable: 'PETSTORE_API_KEY_RIGHT', flag: '--right-api-key-file' };

/**
 * Reads the key of each side that has an address. The left's is sent to the right only where both have one origin; where one
 * side alone is asked, the left's key is its key. Throws an InputError that repeats no key.
 */
export function readKeys(addresses: OfSides, settings: CompareSettings, terminal: Terminal): OfSides {
  const { left, right } = addresses;
  const [leftFile, rightFile] = [settings.left, settings.right].map(
    ({ flags }) => flags.apiKeyFile as string | undefined,
  );
  const key = left === undefined ? undefined : readApiKey(leftFile, terminal);
  if (right === undefined) return { left: key, right: undefined };
  const hasOwn = rightFile !== undefined || (terminal.variables[RIGHT.variable] ?? '').trim() !== '';
  if (hasOwn) return { left: key, right: readApiKey(rightFile, terminal, RIGHT) };
  if (left === undefined) return { left: undefined, right: readApiKey(leftFile, terminal) };
  if (parseUrl(left)?.origin === parseUrl(right)?.origin) return { left: key, right: key };
  throw new InputError(
    `Reading ${RIGHT.variable}`,
    'there is no key for the right, and that of the left is not sent to another origin',
    `Set ${RIGHT.variable}, or name a file that holds the key: ${RIGHT.flag} key.txt`,
  );
}
