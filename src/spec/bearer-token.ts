/** What can be sent as a bearer token (RFC 6750 §2.1). */
export const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
