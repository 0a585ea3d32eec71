import type { Level } from '../../src/transcript/transcript.js';

/** What a request shows of a key. The made-up one is of the same shape as the real one. */
export type ProbeCredential = 'key' | 'none' | 'made-up key' | 'prefix of the key' | 'Basic' | 'query';

/**
 * One request of the suite, under a name. It judges nothing. Path and body have places, such as `{petId}`, for what is known
 * only during a run.
 */
export interface Probe {
  readonly name: string;
  readonly level: Level;
  /** Sent at this level only: higher ones have a better one instead. */
  readonly onlyAt?: Level;
  readonly method: string;
  /** Below the base URL, or below the messages URL where it needs `messages`. */
  readonly path: string;
  readonly credential: ProbeCredential;
  readonly body?: string;
  /** Of the body; default `application/json`, null for none. */
  readonly contentType?: string | null;
  /** Beside the usual ones. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly why: string;
  readonly needs?: 'pet' | 'messages';
  /** An observation: sent only where the budget leaves room. */
  readonly isOptional?: boolean;
  /** Sent again while it is of use, so many times in all; default 1. */
  readonly atMost?: number;
  /** Part of putting the stock back. */
  readonly isRestoring?: boolean;
}

/** Tells whether a probe could change a pet that is in the list: then the journal is written first. */
export function isPetWrite({ method, path }: Probe): boolean {
  return method === 'PATCH' && path.includes('{petId}');
}
