import type { OperationId } from '../../src/spec/operations.js';

/**
 * What a fault meets: the requests with an operation's method and path, or every request under the base URL, those to
 * unknown paths and with other methods, such as HEAD, too. Preflights meet none.
 */
export type FaultTarget = OperationId | 'any';

/** What goes wrong with an answer. Fields go together, except that `network` leaves no room for a status or a body. */
export interface Fault {
  /** Refuses with this status (400 to 599) before anything is looked at; nothing is carried out and no quota is used. */
  readonly status?: number;
  /** `reset`: the connection breaks before anything is carried out, and no answer comes. */
  readonly network?: 'reset';
  /**
   * How long the answer takes, always or drawn for each request: in milliseconds of real time, at most an hour. The fake's
   * clock stays where it is.
   */
  readonly delayMs?: number | FaultDelay;
  /**
   * The request is carried out. `truncated`: the connection breaks halfway through the answer's body. `malformed`: the answer
   * is complete, and its body no JSON. An answer without a body (HEAD, 204) passes whole.
   */
  readonly body?: 'truncated' | 'malformed';
  /** The body comes in small pieces, over so many milliseconds of real time, at most an hour. */
  readonly dripMs?: number;
}

/** A length of time that is drawn for each request, in whole milliseconds: below 0 it is 0, above an hour it is an hour. */
export type FaultDelay =
  | { readonly type: 'normal'; readonly mean: number; readonly deviation: number }
  /** `sigma` is the standard deviation of the natural logarithm; half of all are shorter than the median. */
  | { readonly type: 'lognormal'; readonly median: number; readonly sigma: number };

/** A fault as it met one request: every length of time is drawn. */
export interface AppliedFault {
  readonly id: string;
  readonly status: Fault['status'] | undefined;
  readonly network: Fault['network'] | undefined;
  readonly body: Fault['body'] | undefined;
  readonly delayMs: number;
  readonly dripMs: number;
}

/** A fault that was asked for and is not over. */
export interface FaultState {
  readonly id: string;
  readonly target: FaultTarget;
  readonly fault: Fault;
  /** The pseudonym of the key that it is for; undefined: every request. */
  readonly key: string | undefined;
  readonly probability: number;
  readonly seed: number;
  /** Requests that it is still to meet; undefined: until it is taken back. */
  readonly left: number | undefined;
  /** Requests that it has met. */
  readonly met: number;
}
