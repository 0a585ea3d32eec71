import { expect, it } from 'vitest';
import { type ExchangeInit, recorded, settings, wrongKey } from '../../../tests/recorded.js';
import { openQuestions, questionIds } from '../../service/questions/open-questions.js';
import { gatherEvidence } from '../judge.js';
import { observe } from './observe.js';

const observeAll = (...told: ExchangeInit[]) => observe(gatherEvidence(recorded(...told), settings));

it('observes every question in the order of the register', () => {
  expect(observeAll().map(({ question }) => question)).toEqual(questionIds);
});

it('returns no choice, but a reason, if nothing was sent', () => {
  for (const { choice, note } of observeAll()) {
    expect(choice).toBeUndefined();
    expect(note).toMatch(/^\S[^\n]+$/);
  }
});

it('never has a choice for a question that no run can exercise', () => {
  const never = questionIds.filter((id) => openQuestions[id].observable === 'never');
  const told = observeAll({}, { status: 429 }, { status: 401 }, { method: 'POST', path: '/messages', sends: '{}' });
  const responded = told.filter(({ choice }) => choice !== undefined).map(({ question }) => question);
  expect(responded.filter((id) => never.includes(id))).toEqual([]);
});

it('names no more than ten exchanges', () => {
  const [challenge] = observeAll(...Array(30).fill({ status: 401, credential: wrongKey })).filter(
    ({ question }) => question === 'www-authenticate',
  );
  expect(challenge?.exchanges).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

it('shortens a hostile text to one line', () => {
  const message = `\u001b[31m\n${'x'.repeat(5_000)}`;
  const told = observeAll({
    status: 400,
    body: { code: message, message, status: 400 },
    headers: { Sunset: 'x'.repeat(900) },
  });
  for (const { note } of told) {
    expect(note.length).toBeLessThan(500);
    expect(note).not.toContain('\n');
    expect(note).not.toContain('\u001b');
  }
});
