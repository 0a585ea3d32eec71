import type { Call, Outcome } from '../call.js';

/** Gives a counted request back when its refusal is not to use quota (open question `refused-requests-count`). */
export function settleQuota(call: Call, outcome: Outcome): void {
  if (outcome.kind === 'success' || !call.isCounted || call.account === undefined) return;
  // 401 has a question of its own (`unauthenticated-quota`); 429 was decided when it was refused.
  if (outcome.code === 'unauthorized' || outcome.code === 'rate_limit_exceeded' || outcome.code === 'key_banned')
    return;
  call.assumed.add('refused-requests-count');
  const counts = call.world.behaviour['refused-requests-count'];
  if (outcome.status === 404 ? counts['404'] : counts['400']) return;
  call.account.minute.refund();
  call.account.day.refund();
}
