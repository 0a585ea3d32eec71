import { expect, it } from 'vitest';
import type { Profile } from '../../fidelity/profile/profile.js';
import type { QuestionId } from '../../spec/open-questions.js';
import { howToObserve } from './learned-questions.js';

function see(id: QuestionId, level: Profile['source']['level'], plan: Profile['limit']['plan'] = 'free') {
  const source = { kind: level === null ? 'recording' : 'run', level } as Profile['source'];
  return howToObserve(id, { source, limit: { plan } as Profile['limit'] }, { messagesUrl: undefined });
}

it.each<[QuestionId, Profile['source']['level'], string | undefined]>([
  ['byte-order-mark', 'read', 'needs --level write'],
  ['retry-after-format', 'write', 'needs --level exhaust'],
  ['message-success-status', 'read', 'needs --level write and --messages-url <url>'],
  ['message-success-status', 'write', 'needs --messages-url <url>'],
  ['created-at-format', 'write', 'needs --messages-url <url>'],
  ['ban-status', 'exhaust', 'no run can observe it, or only with harm'],
  ['order-of-checks', 'read', 'no run can observe it, or only with harm'],
  ['list-order', 'read', undefined],
  ['byte-order-mark', null, undefined],
])('returns for %s at level %s: %s', (id, level, way) => {
  expect(see(id, level)).toBe(way);
});

it('asks for the plan of a key with its own limits', () => {
  expect(see('enterprise-limits', 'read', null)).toBe('needs --plan enterprise');
  expect(see('enterprise-limits', 'read', 'pro')).toBe('needs a key of the Enterprise plan');
});
