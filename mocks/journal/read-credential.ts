import type { Credential } from '../../src/transcript/credential.js';
import type { HiddenRequest } from '../../src/transcript/hide-in-request.js';
import type { Entry } from './entry.js';
import type { Pseudonyms } from './pseudonyms.js';
import { misplacedKey, showsNothing } from './shown-key.js';

/**
 * Answers with what a request came. The fake knows more than a recording does: which keys were good at that moment, its own
 * keys in the wrong place, and that nothing was sent where nothing is seen.
 */
export function readCredential(entry: Entry, { credential }: HiddenRequest, names: Pseudonyms): Credential {
  if (credential.kind === 'bearer') return entry.hasGoodKey ? { ...credential, standing: 'given' } : credential;
  const misplaced = misplacedKey(entry, (key) => names.aliasOf(key) !== undefined);
  if (misplaced !== undefined) return { kind: 'misplaced', name: names.nameOf(misplaced.key), where: misplaced.where };
  return showsNothing(entry) ? { kind: 'none' } : credential;
}
