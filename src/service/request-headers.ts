/** The syntax of a bearer token (RFC 6750 §2.1). */
export const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** The fake's challenges of a 401 (RFC 6750 §3), for a missing and for a wrong key. */
export const bearerChallenge = {
  missing: 'Bearer realm="petstore"',
  wrong: 'Bearer realm="petstore", error="invalid_token"',
} as const;
