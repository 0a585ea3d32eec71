import type { Credential } from './credential.js';
import { isTelling } from './recorded-secrets.js';
import type { Redactor } from './redactor.js';

/** A browser's recording may have been stripped of its credentials, so that a request without any tells nothing. */
export const UNKNOWN_CREDENTIAL: Credential = { kind: 'unknown' };

/** Answers who a request comes from, going by its `Authorization`. */
export function readAuthorization(value: string, redactor: Redactor): Credential {
  const { scheme, rest } = partsOf(value);
  if (scheme.toLowerCase() !== 'bearer' || rest === '') return UNKNOWN_CREDENTIAL;
  return { kind: 'bearer', name: redactor.nameOf(rest), standing: 'unknown' };
}

/** Registers what an `Authorization` shows, and answers it without that. */
export function hideAuthorization(value: string, redactor: Redactor): string {
  const { scheme, rest } = partsOf(value);
  if (rest === '') return redactor.nameOf(scheme, 'secret');
  if (scheme.toLowerCase() === 'bearer') return `${scheme} ${redactor.nameOf(rest)}`;
  if (scheme.toLowerCase() === 'basic') registerPassword(rest, redactor);
  return `${scheme} ${redactor.nameOf(rest, 'secret')}`;
}

function partsOf(authorization: string): { scheme: string; rest: string } {
  const [, scheme = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(authorization.trim()) ?? [];
  return { scheme, rest };
}

/** A password shows without its user's name too. */
function registerPassword(basic: string, redactor: Redactor): void {
  try {
    const [user = '', ...password] = atob(basic).split(':');
    for (const secret of [password.join(':'), user].filter(isTelling)) redactor.nameOf(secret, 'secret');
  } catch {
    // It is no base64: the whole of it is registered.
  }
}
