import type { Call } from '../call.js';
import { forcedRefusal } from '../outcomes/forced-refusal.js';
import type { Refusal } from '../outcomes/refusal.js';
import { identify } from './authenticate.js';

/** Refuses where a fault says so, before anything else is looked at. It uses no quota; the answer shows the caller's. */
export function failAsTold(call: Call): Refusal | undefined {
  const { status, network } = call.fault ?? {};
  if (status === undefined && network === undefined) return undefined;
  identify(call);
  if (status !== undefined) return forcedRefusal(call, status, `A fault was asked for: status ${status}.`);
  return forcedRefusal(call, 500, 'A fault was asked for: the connection breaks, and nobody reads this.');
}
