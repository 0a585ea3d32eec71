import type { Call } from '../call.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';

/** Makes the answer that a banned key gets (§8.4, open question `ban-status`). */
export function banned({ world }: Call, untilMs: number): Refusal {
  const end = new Date(untilMs).toISOString();
  return refuse('key_banned', `The API key is banned until ${end} for sending on after a 429.`, {
    status: world.behaviour['ban-status'],
    retryAtMs: untilMs,
    assumed: ['ban-threshold', 'ban-duration-seconds', 'ban-status', 'retry-after-format'],
  });
}
