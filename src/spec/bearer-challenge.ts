/** The challenges of a 401 that the fake sends (RFC 6750 §3): to whoever sent no key, and to whoever sent a wrong one. */
export const bearerChallenge = {
  missing: 'Bearer realm="petstore"',
  wrong: 'Bearer realm="petstore", error="invalid_token"',
} as const;
