import type { Redactor } from './redactor.js';

/** Headers and parameters that hold a credential and nothing else. */
const CREDENTIAL =
  /^(?:(?:(?:proxy|x)-)?authorization|(?:x-)?(?:api[-_]?key|auth[-_]?(?:key|token))|(?:x-)?(?:access|id|refresh)[-_]?token)$/i;

/** Those that may hold one, going by their names. */
const SUSPECT =
  /token|secret|session|passw|signature|csrf|xsrf|jwt|(?:credential|authorization)$|(?:api|auth|access)[-_]?key|^(?:x-)?(?:key|auth|sig)$/i;

/** Tells whether a header or parameter holds a credential, or may hold one, going by its name. */
export function mayHoldSecret(name: string): boolean {
  return CREDENTIAL.test(name) || SUSPECT.test(name);
}

/** Stands for a value that need not be searched for elsewhere. */
const REMOVED = 'removed';

/** Answers the value of a header or parameter without the secret that it is, going by its name. `meant` undoes how it is written. */
export function hideNamed(
  name: string,
  value: string,
  redactor: Redactor,
  meant: (written: string) => string = (written) => written,
): string {
  if (value === '') return value;
  if (CREDENTIAL.test(name)) return redactor.nameOf(meant(value), 'secret');
  return SUSPECT.test(name) ? hidePossible(meant(value), redactor) : value;
}

/**
 * Answers what stands in the place of what may be a secret. What a cookie holds is one only if it could be one: taking
 * `available`, `1` or `dark` out of every body would make a good answer look broken.
 */
export function hidePossible(value: string, redactor: Redactor): string {
  return isTelling(value) ? redactor.nameOf(value, 'secret') : REMOVED;
}

/** Tells whether a text is so peculiar that it is a secret wherever it stands. */
export function isTelling(value: string): boolean {
  return value.length >= 20 || (value.length >= 8 && /\d/.test(value) && /[a-z]/i.test(value));
}

/** Makes a redactor that is told only of what could be a secret, going by its looks; `instead` stands in the place of all else. */
export function namingTelling({ nameOf, redact }: Redactor, instead = REMOVED): Redactor {
  return { nameOf: (secret, kind) => (isTelling(secret) ? nameOf(secret, kind) : instead), redact };
}
