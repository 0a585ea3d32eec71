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
  /** How long the answer takes, in milliseconds of real time, at most an hour; the fake's clock stays where it is. */
  readonly delayMs?: number;
  /**
   * `truncated`: the request is carried out, and the connection breaks halfway through the answer's body.
   * An answer without a body (HEAD, 204) has no half: it passes whole.
   */
  readonly body?: 'truncated';
}
