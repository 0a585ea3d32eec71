import type { OperationId } from '../../src/spec/operations.js';

/** What a fault meets: one operation, or every request under the base URL. */
export type FaultTarget = OperationId | 'any';

/** What goes wrong with an answer. */
export interface Fault {
  /** Refuses with this status (400 to 599) before anything is looked at; nothing is carried out and no quota is used. */
  readonly status?: number;
  /** `reset`: the connection breaks before anything is carried out, and no answer comes. */
  readonly network?: 'reset';
  /** How long the answer takes, in milliseconds. */
  readonly delayMs?: number;
  /** `truncated`: the request is carried out, and the connection breaks halfway through the answer's body. */
  readonly body?: 'truncated';
}
