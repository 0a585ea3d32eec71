import { isJsonObject, type JsonValue } from '../json/json.js';
import type { PlanName } from '../service/plans.js';
import type { Exchange } from './exchange.js';
import type { Redactor } from './redactor.js';

/** How far a check may go. */
export const levels = ['read', 'write', 'exhaust'] as const;
export type Level = (typeof levels)[number];

/** What the suite knew when it made a transcript; the judge needs it to reach the same verdicts again. */
export interface RunFacts {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Undefined: messages were not probed. Without a slash at its end. */
  readonly messagesUrl: string | undefined;
  readonly level: Level;
  readonly plan: PlanName | undefined;
  /** Nobody else uses this key or store. */
  readonly isExclusive: boolean;
  /** The pet that was written to; undefined if none was. An int64 as text. */
  readonly petId: string | undefined;
  readonly seed: number;
  /** Why the run ended before its last probe, in one line; undefined if it did not. */
  readonly stopped: string | undefined;
}

/** Exchanges in order. Its file format is HAR 1.2. */
export interface Transcript {
  readonly exchanges: readonly Exchange[];
  /** The base URL of the service, if the recorder knew it. Without a slash at its end. */
  readonly baseUrl?: string;
  readonly run: RunFacts | undefined;
}

/** Exchanges as they were received, with what knows their secrets: for judges. Whatever shows or writes them redacts them first. */
export interface ReceivedTranscript extends Transcript {
  readonly secrets: Redactor;
}

/** Returns whether a JSON value has the form of a HAR; `readHar` validates it. */
export function isHar(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && isJsonObject(value.log);
}

/** Throws the InputError for a file; `problem` describes what is wrong with it, without a full stop. */
export type Fail = (problem: string) => never;
