import { expect, it } from 'vitest';
import { openQuestions, type QuestionId, questionIds } from '../../src/spec/open-questions.js';
import { createService } from '../conformant-service/create-service.js';
import type { Traits } from '../conformant-service/traits.js';
import { plainDeployment } from './deployments.js';
import { differences, type Learned, learnFrom } from './learning.js';
import { pairs } from './pairs.js';

const numbered = pairs.map((pair, index) => ({ ...pair, name: `${pair.question} (${index + 1})` }));
const learned = new Map<Partial<Traits>, Promise<Learned>>();

/** Traits that several pairs share are learned once. */
function learnChanged(change: Partial<Traits>): Promise<Learned> {
  const traits = { ...plainDeployment, ...change };
  const made = learned.get(change) ?? learnFrom(createService(traits), { plan: traits.plan });
  learned.set(change, made);
  return made;
}

/** Paths that also differ: codes and messages of errors, or choices that depend on another one. */
const follows: { readonly [Id in QuestionId]?: readonly string[] } = {
  'malformed-pet-id': ['question/error-'],
  'update-content-type': ['question/error-'],
  'extra-body-fields': ['question/error-'],
  'message-type-check': ['question/error-'],
  'quantity-range': ['question/error-'],
  'unknown-method': ['question/error-', 'question/plain-options', 'question/head-requests'],
  'head-requests': ['question/error-'],
  'plain-options': ['question/error-'],
  'duplicate-keys': ['question/error-'],
  'byte-order-mark': ['question/error-'],
  'nesting-limit': ['question/error-'],
  'body-limit': ['question/error-'],
  'deprecation-headers': ['question/sunset-date/'],
  'enterprise-limits': ['limit/'],
};

it.each(numbered)('reports $name, and only differences that follow from it', async (pair) => {
  const [left, right] = await Promise.all([learnChanged(pair.left), learnChanged(pair.right)]);
  expect([...left.problems, ...right.problems]).toEqual([]);
  const found = differences(left.profile, right.profile);
  const own = `question/${pair.question}`;
  const paths = found.map(({ path }) => path);
  expect(paths.filter((path) => path === own || path.startsWith(`${own}/`))).not.toEqual([]);
  const expected = [own, ...(follows[pair.question] ?? [])];
  expect(paths.filter((path) => !expected.some((each) => path.startsWith(each)))).toEqual([]);
});

/** Questions of which no run can observe two choices, and why. */
const unobservable = {
  'order-of-checks': 'there is one choice',
  'pet-not-found': 'there is one choice',
  'unknown-path': 'there is one choice',
  'message-status-later': 'no operation returns it',
  'messages-base-url': 'the user gives it',
  'key-lifetime': 'it takes longer than any run',
  'after-sunset': 'it takes longer than any run',
  'ban-threshold': 'a run must never earn a ban',
  'ban-duration-seconds': 'a run must never earn a ban',
  'ban-status': 'a run must never earn a ban',
} as const;

it('has a pair for every question that a run can observe', () => {
  const seen = new Set([...pairs.map(({ question }) => question), ...Object.keys(unobservable)]);
  expect(questionIds.filter((id) => !seen.has(id))).toEqual([]);
  expect(pairs.filter(({ question }) => openQuestions[question].observable === 'never')).toEqual([]);
});
