import { sampleKeyOf } from '../../../fixtures/keys.js';
import type { Profile } from '../../profile/profile.js';

/** Says in one line where a profile comes from, and with which sample key the fake answers as it did there. */
export function describeProfile({ source, limit: { plan } }: Profile): string {
  const { baseUrl, kind, learnedAt } = source;
  const origin = kind === 'recording' ? `a recording of ${baseUrl}` : baseUrl;
  const learned = `learned from ${origin} on ${learnedAt.slice(0, 10)}`;
  const sample = sampleKeyOf(plan);
  if (plan === null || sample === undefined) return learned;
  const name = plan[0]?.toUpperCase() + plan.slice(1);
  return `${learned} with ${plan === 'enterprise' ? 'an' : 'a'} ${name} key: use ${sample}`;
}
