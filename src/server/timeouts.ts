/** How long the server waits for whom, in milliseconds. */
export interface Timeouts {
  /** For the header section of a request. */
  readonly headersMs: number;
  /** For a whole request, its body included. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly keepAliveMs: number;
  /** Between two looks at which connections are overdue. */
  readonly checkMs: number;
  /** For a client to read the answer to something that was no HTTP. */
  readonly lingerMs: number;
  /** For answers in flight once the server is told to close. */
  readonly closeMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than most clients keep a connection: the one that closes first should be the client.
  keepAliveMs: 65_000,
  checkMs: 1_000,
  lingerMs: 500,
  closeMs: 10_000,
};
