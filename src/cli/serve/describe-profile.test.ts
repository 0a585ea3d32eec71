import { expect, test } from 'vitest';
import { profileOf } from '../../../mocks/imitation/profile-for-tests.js';
import { describeProfile } from './describe-profile.js';

const profile = profileOf({});
const withPlan = (plan: 'pro' | 'enterprise' | null) =>
  describeProfile({ ...profile, limit: { ...profile.limit, plan } });

test.each([
  ['pro', 'learned from https://api.example.com/v1 on 2026-11-20 with a Pro key: use test_pro'],
  ['enterprise', 'learned from https://api.example.com/v1 on 2026-11-20 with an Enterprise key: use test_enterprise'],
  [null, 'learned from https://api.example.com/v1 on 2026-11-20'],
] as const)('names the sample key of the plan %s', (plan, text) => {
  expect(withPlan(plan)).toBe(text);
});

test('tells a recording from a run', () => {
  const source = { ...profile.source, kind: 'recording' } as const;
  expect(describeProfile({ ...profile, source })).toContain('learned from a recording of https://');
});
