import type { Call } from '../call.js';
import type { Refusal } from '../refusal.js';

/** Refuses where a fault says so, before anything else is looked at. */
export function failAsTold(_call: Call): Refusal | undefined {
  return undefined;
}
