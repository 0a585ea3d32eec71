import type { OperationId } from '../../src/service/petstore.js';

/**
 * The requests that a fault applies to: those with an operation's method and path, or every request under the base URL,
 * including unknown paths and other methods such as HEAD. Never preflights.
 */
export type FaultTarget = OperationId | 'any';

/** What goes wrong with a response. Fields can be combined, except that `network` excludes a status and a body. */
export interface Fault {
  /** Responds with this status (400 to 599) before anything else: the operation does not run and no quota is used. */
  readonly status?: number;
  /** `reset`: the connection is reset before the operation runs, without a response. */
  readonly network?: 'reset';
  /** Delay of the response in milliseconds of real time, at most an hour. The fake's clock is not affected. */
  readonly delayMs?: number;
  /**
   * The operation runs. `truncated`: the connection closes halfway through the response body. `malformed`: the response is
   * complete, but its body is not valid JSON. A response without a body (HEAD, 204) is not affected.
   */
  readonly body?: 'truncated' | 'malformed';
  /** Sends the body in small pieces, over this many milliseconds of real time, at most an hour. */
  readonly dripMs?: number;
}

/** A fault as it applies to one request. */
export interface AppliedFault {
  readonly id: string;
  readonly status: Fault['status'] | undefined;
  readonly network: Fault['network'] | undefined;
  readonly body: Fault['body'] | undefined;
  readonly delayMs: number;
  readonly dripMs: number;
}

/** An active fault. */
export interface FaultState {
  readonly id: string;
  readonly target: FaultTarget;
  readonly fault: Fault;
  /** The pseudonym of the key that it is for; undefined: every request. */
  readonly key: string | undefined;
  readonly probability: number;
  readonly seed: number;
  /** Requests that it still applies to; undefined: all, until it is removed. */
  readonly left: number | undefined;
  /** Requests that it was applied to. */
  readonly met: number;
}
