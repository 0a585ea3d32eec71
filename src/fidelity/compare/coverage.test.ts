import { expect, it } from 'vitest';
import { blankProfile, jsonResponses, objectOf, observedChoices } from '../../../tests/profile-for-tests.js';
import type { QuestionId } from '../../spec/open-questions.js';
import { NO_TEXTS, type Profile } from '../profile/profile.js';
import { compareProfiles } from './compare-profiles.js';

const unseen = (id: QuestionId, note: string, exchanges: readonly number[] = []) =>
  ({
    [id]: { choice: 400, origin: 'default', confidence: 'none', note, exchanges },
  }) as unknown as Profile['questions'];

type Parts = Parameters<typeof blankProfile>[0];

function rowOf(question: QuestionId, left: Parts, right: Parts, ...ignored: string[]) {
  const sides = [blankProfile(left), blankProfile(right)] as const;
  const [one, other] = sides.map((profile, index) => ({ name: `${index}`, profile }));
  if (one === undefined || other === undefined) throw new Error('There are two sides.');
  return compareProfiles(one, other, ignored).questions.notCompared.find((row) => row.question === question);
}

const seen = { questions: observedChoices({ 'unknown-method': 405 }) };

it('counts a question that both sides show, equal or not', () => {
  const other = { questions: observedChoices({ 'unknown-method': 404 }) };
  expect(rowOf('unknown-method', seen, seen)).toBeUndefined();
  expect(rowOf('unknown-method', seen, other)).toBeUndefined();
});

it('needs a question that only one side shows, though both were asked', () => {
  const silent = { questions: unseen('unknown-method', 'no request could show it') };
  expect(rowOf('unknown-method', seen, silent)).toEqual({
    question: 'unknown-method',
    why: 'left: shown; right: no request could show it',
    isAsked: true,
    isNeeded: true,
  });
  expect(rowOf('unknown-method', seen, silent, 'question/unknown-method')).toMatchObject({ isNeeded: false });
});

it('does not need a question that two complete runs asked, and no response decided', () => {
  const open = { questions: unseen('described-window', 'the minute, always or as the scarcer') };
  expect(rowOf('described-window', open, open)).toMatchObject({ isAsked: true, isNeeded: false });
  const cut = { ...open, source: { stopped: 'interrupted' } };
  expect(rowOf('described-window', open, cut)).toMatchObject({ isAsked: true, isNeeded: true });
});

it('asks of a recording only what its exchanges show', () => {
  const recording = { kind: 'recording', level: null } as const;
  const quiet = { source: recording, questions: unseen('unknown-method', 'no request could show it') };
  const open = { source: recording, questions: unseen('unknown-method', 'got 405, got 404', [3, 7]) };
  expect(rowOf('unknown-method', quiet, quiet)).toMatchObject({ isNeeded: true });
  expect(rowOf('unknown-method', open, open)).toMatchObject({ isNeeded: false });
});

it.each<[string, QuestionId, Parts, string]>([
  ['a lower level', 'quantity-range', { source: { level: 'read' } }, 'needs --level write'],
  ['no address for messages', 'empty-message', {}, 'needs --messages-url <url>'],
  ['another plan', 'enterprise-limits', {}, 'needs --plan enterprise'],
  ['harm', 'ban-status', {}, 'no run can observe it, or only with harm'],
  ['--no-texts', 'error-messages', { questions: unseen('error-messages', NO_TEXTS) }, NO_TEXTS],
])('does not ask where a side cannot: %s', (_, id, parts, why) => {
  const responses = { 'sendMessage 200': jsonResponses(objectOf({})) };
  const limit = { plan: 'enterprise', perMinute: 1, perDay: 2, confidence: 'certain', exchanges: [1] } as const;
  const whole = { responses, limit, source: { level: 'exhaust' } as const };
  const row = rowOf(id, whole, parts);
  expect(row).toMatchObject({ isAsked: false, isNeeded: false });
  expect(row?.why).toContain(why);
});

it('needs what a profile of an earlier version lacks', () => {
  expect(rowOf('unknown-method', seen, {})).toMatchObject({
    why: 'left: shown; right: not in the profile, which may be older: learn it again',
    isNeeded: true,
  });
});
