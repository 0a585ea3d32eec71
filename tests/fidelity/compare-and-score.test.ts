import { describe, expect, it } from 'vitest';
import { isInt64, LosslessNumber } from '../../src/spec/exact-number.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import { differences, fakeOf, learnFrom } from './learning.js';
import { scoreLearned } from './score/score-fake.js';
import type { ScoredResponse } from './score/score-responses.js';
import { scoredServices } from './score/scored-services.js';

/** The open questions by which the fake marks such a difference as a guess. */
const guesses: Readonly<Record<string, readonly QuestionId[]>> = {
  text: ['error-messages'],
  code: ['error-codes'],
  status: ['order-of-checks', 'malformed-pet-id'],
  'header www-authenticate': ['www-authenticate'],
};

/** What a run cannot see of a service at all. */
const unseenOf: Readonly<Record<string, string>> = {
  'unknown methods get 501 from the gateway': 'HEAD where there is no GET gets 405, which a run does not send',
  'messages have small bodies, and fewer rules': 'only updates show how large a body may be',
};

/** Why a response may differ though a comparison finds nothing: what a fake cannot do, or what a run does not ask. */
const excused: Readonly<Record<string, (response: ScoredResponse) => boolean>> = {
  'the fake marks it as a guess: the comparison names the question as not observed': ({ right, aspects }) => {
    const assumed = right.header('x-mock-assumed')?.split(', ') ?? [];
    return aspects.every((aspect) => guesses[aspect]?.some((id) => assumed.includes(id)));
  },
  'a number beyond int64 is of another type to one service, and out of range to the next': (response) =>
    response.operation === 'updateInventory' &&
    isBeyondInt64(response) &&
    response.aspects.every((aspect) => aspect === 'code' || aspect === 'text'),
  'a fake holds no quantity that a double rounds, and from then on the stock differs': ({ left, right, aspects }) =>
    aspects.includes('stock') ||
    (left.operation === 'updateInventory' &&
      left.status === 200 &&
      right.status === 400 &&
      !Number.isSafeInteger(Number(left.quantitySent))),
  'a 401 has the limits, whatever responds to requests for no operation': ({ left, operation, aspects }) =>
    operation === 'other' && left.status === 401 && aspects.every((aspect) => aspect.startsWith('header x-ratelimit-')),
  'a run sends HEAD to one operation: others may have other headers': ({ left, aspects }) =>
    left.exchange.request.method === 'HEAD' && aspects.every((aspect) => aspect.startsWith('header ')),
};

/** `1e40` is one, too, whatever its spelling. */
function isBeyondInt64({ left }: ScoredResponse): boolean {
  const token = /"quantity":\s*(-?\d+(?:e\d+)?)/.exec(left.exchange.request.body ?? '')?.[1];
  return token !== undefined && !isInt64(BigInt(Number(new LosslessNumber(token).toString())));
}

const named = scoredServices
  .filter(({ name }) => unseenOf[name] === undefined)
  .map((service, index) => ({ service, name: service.name, seed: 1_000 + index }));

it('names only services that exist', () => {
  const names = scoredServices.map(({ name }) => name);
  expect(Object.keys(unseenOf).filter((name) => !names.includes(name))).toEqual([]);
});

describe('a comparison that finds no difference', () => {
  it.each(named)('means equal responses: $name', async ({ service, seed }) => {
    const level = 'write';
    const { plan } = service;
    const { profile } = await learnFrom(service.make(), { level, plan });
    const score = await scoreLearned(service, profile, level, { seed, count: 154 });
    const unequal = score.responses.filter(({ aspects }) => aspects.length > 0);
    const unexcused = unequal.filter((each) => !Object.values(excused).some((covers) => covers(each)));
    if (unexcused.length > 0) {
      const fake = await learnFrom(fakeOf(profile), { level, plan });
      const shown = unexcused.map(({ left, aspects }) => [
        left.exchange.request.method,
        left.exchange.request.url,
        aspects,
      ]);
      expect(differences(profile, fake.profile), JSON.stringify(shown)).not.toEqual([]);
    }
    expect(score.responses.length).toBeGreaterThan(50);
  });
});
