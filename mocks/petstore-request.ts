/** A request as every edge hands it over: nothing decoded, nothing dropped. */
export interface PetstoreRequest {
  readonly method: string;
  /** The path as the WHATWG URL parser leaves it: percent escapes stay as they came, no query. */
  readonly path: string;
  /** The query with its question mark; left out, or empty, where there is none. Nothing but the journal reads it. */
  readonly query?: string;
  /** Scheme, host and port. Left out by an edge that answers on whatever name it is reached by. */
  readonly origin?: string;
  /** Every value of every header in order; names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The bytes of the body, empty where there is none; `too-large` when the edge stopped reading at the body limit. */
  readonly body: Uint8Array | 'too-large';
  /** Who calls, as far as the edge can tell. */
  readonly callerAddress: string;
  /** Up to which exchange all answers were in their senders' hands when this was sent; left out by an edge that cannot tell. */
  readonly sentAfter?: number | undefined;
}

/** Answers a header's value, several of one name joined as RFC 9110 §5.3 says, or undefined. `name` is in lower case. */
export function headerValue({ headers }: Pick<PetstoreRequest, 'headers'>, name: string): string | undefined {
  let joined: string | undefined;
  for (const [headerName, value] of headers) {
    if (headerName === name) joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}
