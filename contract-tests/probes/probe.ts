import type { Level } from '../../src/exchange/transcript.js';

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

/** Returns whether a probe could change a pet that is in the list: then the restore log is written first. */
export function isPetWrite({ method, path }: Probe): boolean {
  return method === 'PATCH' && path.includes('{petId}');
}

/** What is known only during a run and stands in paths and bodies as `{petId}`. */
export interface ProbeValues {
  /** The pet that was drawn; 1 where there is none. */
  readonly petId: string;
  /** Its quantity before the run, as JSON. */
  readonly original: string;
  /** A quantity that another pet has, as JSON. */
  readonly quantity: string;
  /** Beyond 32 bits. */
  readonly largeQuantity: string;
  /** An int64 that no pet has. */
  readonly unlistedId: string;
  /** A text that is easily damaged, as JSON. */
  readonly message: string;
}

export function fillTemplate(template: string, places: ProbeValues): string {
  return template.replace(/\{([a-zA-Z]+)\}/g, (place, name: string) =>
    Object.hasOwn(places, name) ? places[name as keyof ProbeValues] : place,
  );
}
