import { expect, it } from 'vitest';
import type { QuestionId } from '../../service/questions/open-questions.js';
import { formatChoice, howToObserve, type Observing } from './questions.js';

const observing = (level: Observing['level'], plan: Observing['plan'] = 'free'): Observing => {
  return { level, plan, sendsMessages: false };
};

it.each<[QuestionId, Observing['level'], string | undefined]>([
  ['body-limit', 'read', 'needs --level write'],
  ['retry-after-format', 'write', 'needs --level exhaust'],
  ['message-success-status', 'read', 'needs --level write and --messages-url <url>'],
  ['message-success-status', 'write', 'needs --messages-url <url>'],
  ['empty-message', 'write', 'needs --messages-url <url>'],
  ['ban-status', 'exhaust', 'no run can observe it, or only with harm'],
  ['list-order', 'read', undefined],
  ['body-limit', null, undefined],
])('returns for %s at level %s: %s', (id, level, way) => {
  expect(howToObserve(id, observing(level))).toBe(way);
});

it('asks for the plan of a key with its own limits', () => {
  expect(howToObserve('enterprise-limits', observing('read', null))).toBe('needs --plan enterprise');
  expect(howToObserve('enterprise-limits', observing('read', 'pro'))).toBe('needs a key of the Enterprise plan');
  expect(howToObserve('enterprise-limits', observing('read', 'enterprise'))).toBeUndefined();
});

it.each([
  ['seconds', 'seconds'],
  [404, '404'],
  [{ minimum: 0, maximum: 9_999 }, 'minimum: 0, maximum: 9999'],
  [{ records: [{ id: 1 }], fromStock: { id: 'petId' } }, 'records: [{"id":1}], fromStock: {"id":"petId"}'],
  [{}, ''],
])('writes %j as %s', (response, words) => {
  expect(formatChoice(response)).toBe(words);
});
