import { parseUrl } from '../../spec/parse-url.js';
import { InputError } from '../../spec/validation/input-error.js';
import { readApiKey } from '../target.js';
import type { Terminal } from '../terminal.js';
import type { CompareFlags } from './compare-options.js';
import type { OpenedSide } from './compare-side.js';

type KeyFlags = Pick<CompareFlags, 'apiKeyFile' | 'rightApiKeyFile'>;

const RIGHT = { variable: 'PETSTORE_API_KEY_RIGHT', flag: '--right-api-key-file' };

/**
 * Reads the key of each side that is a URL. The key of the left is sent to the right only if both have the same origin, or if the
 * right is the only URL. Throws an InputError that repeats no key.
 */
export function readKeys(
  left: OpenedSide,
  right: OpenedSide,
  { apiKeyFile, rightApiKeyFile }: KeyFlags,
  terminal: Terminal,
): { left?: string | undefined; right?: string | undefined } {
  const [isLeftUrl, isRightUrl] = [left.kind === 'url', right.kind === 'url'];
  if (!isLeftUrl && !isRightUrl) return {};
  const hasRightKey = isRightKeyGiven({ rightApiKeyFile }, terminal);
  const leftKey = isLeftUrl || !hasRightKey ? readApiKey(apiKeyFile, terminal) : undefined;
  if (!isRightUrl) return { left: leftKey };
  if (hasRightKey) return { left: leftKey, right: readApiKey(rightApiKeyFile, terminal, RIGHT) };
  if (!isLeftUrl || parseUrl(left.place)?.origin === parseUrl(right.place)?.origin) {
    return { left: leftKey, right: leftKey };
  }
  throw new InputError(
    `Reading ${RIGHT.variable}`,
    'the right side has no API key, and that of the left is not sent to another origin',
    `Set ${RIGHT.variable}, or name a file that contains the key: ${RIGHT.flag} key.txt`,
  );
}

/** Returns whether the user gave the right side a key of its own. */
export function isRightKeyGiven(
  { rightApiKeyFile }: Pick<KeyFlags, 'rightApiKeyFile'>,
  { variables }: Pick<Terminal, 'variables'>,
): boolean {
  return rightApiKeyFile !== undefined || (variables[RIGHT.variable] ?? '').trim() !== '';
}
