import type { Credential } from '../../src/transcript/credential.js';
import type { HiddenRequest } from '../../src/transcript/recorded-secrets.js';
import type { Entry } from './entry.js';
import type { Pseudonyms } from './pseudonyms.js';

/**
 * Answers with what a request came. The fake knows more than a recording does: which keys were good at that moment, its own
 * keys in the wrong place, and that nothing was sent where nothing is seen.
 */
export function readCredential(entry: Entry, { credential }: HiddenRequest, names: Pseudonyms): Credential {
  if (credential.kind === 'bearer') return entry.hasGoodKey ? { ...credential, standing: 'given' } : credential;
  const values = entry.headers.flatMap(([name, value]) => (name === 'authorization' ? [value.trim()] : []));
  const isNothingThere = values.every((value) => value === '');
  const where = isNothingThere ? 'query' : 'basic';
  const shown = isNothingThere ? shownInQuery(entry.query ?? '') : values.flatMap(shownInBasic);
  const name = shown.map(names.aliasOf).find((alias) => alias !== undefined);
  if (name !== undefined) return { kind: 'misplaced', name, where };
  return isNothingThere ? { kind: 'none' } : credential;
}

function shownInQuery(query: string): string[] {
  return [...new URLSearchParams(query).values()];
}

/** A key stands there as it is, or as the name or the password of `name:password` in base64. */
function shownInBasic(authorization: string): string[] {
  const [, sent] = /^basic\s+(.*)$/i.exec(authorization) ?? [];
  if (sent === undefined) return [];
  try {
    const [user = '', ...password] = atob(sent).split(':');
    return [sent, user, password.join(':')];
  } catch {
    return [sent];
  }
}
