/** What can be sent as a bearer token (RFC 6750 §2.1). */
export const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** The challenges of a 401 that the fake sends (RFC 6750 §3): to whoever sent no key, and to whoever sent a wrong one. */
export const bearerChallenge = {
  missing: 'Bearer realm="petstore"',
  wrong: 'Bearer realm="petstore", error="invalid_token"',
} as const;
