/** The syntax of a bearer token (RFC 6750 §2.1). */
export const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** The fake's challenges of a 401 (RFC 6750 §3), for a missing and for a wrong key. */
export const bearerChallenge = {
  missing: 'Bearer realm="petstore"',
  wrong: 'Bearer realm="petstore", error="invalid_token"',
} as const;

const ESSENCE = /^\s*([^;\s]*)\s*(?:;|$)/;

/** Returns what is wrong with a Content-Type: it is missing, or not application/json. Its parameters, such as a charset, do not count. */
export function findContentTypeFault(header: string | undefined): 'missing' | 'wrong' | undefined {
  if (header === 'application/json') return undefined;
  if (header === undefined || header.trim() === '') return 'missing';
  return ESSENCE.exec(header)?.[1]?.toLowerCase() === 'application/json' ? undefined : 'wrong';
}
