import { expect } from 'vitest';
import type { Level } from '../../src/exchange/transcript.js';
import { integerOf, isInt64, LosslessNumber } from '../../src/json/exact-number.js';
import { objectOf } from '../../src/judge/reading.js';
import type { QuestionId } from '../../src/service/questions/open-questions.js';
import { choicesIn, defaultsIn, differences, fakeOf, type Learned, learnFrom } from './learning.js';
import { type ScoredService, scoreLearned } from './score/score-fake.js';
import type { ScoredResponse } from './score/score-responses.js';
import { beyondChoices } from './score/scored-services.js';

/** What a fake cannot imitate, and what differs then. */
const inimitable: Readonly<Record<string, readonly string[]>> = {
  // The fake finds each pet that it lists.
  'the deprecated lookup finds no pet': ['response/getPet/200/found'],
  'orders are an empty 200': ['question/order-shape'],
  'the deprecated lookup is gone, without a word': ['response/getPet/410/body'],
};

export const namedExceptions = [...Object.keys(inimitable), ...Object.keys(beyondChoices)];

/**
 * Learns a service, which is a check too, and the fake of its profile, and sends the same drawn requests to both. Asserts that the
 * service conforms, that nothing was left behind, that the fake conforms and differs in nothing, and that its responses are equal.
 */
export async function learnOnce(
  service: ScoredService,
  level: Level,
  draw: { readonly seed: number; readonly count: number },
): Promise<Learned> {
  const { name, plan, make } = service;
  const learned = await learnFrom(make(), { level, plan });
  expect(learned.problems).toEqual([]);
  expect(Object.values(defaultsIn(learned.profile))).not.toContain(false);
  const fake = await learnFrom(fakeOf(learned.profile), { level, plan });
  expect(fake.problems).toEqual([]);
  const found = differences(learned.profile, fake.profile).map(({ path }) => path);
  expect(found).toEqual(inimitable[name] ?? []);
  if (found.length > 0 || beyondChoices[name] !== undefined) return learned;
  expect(choicesIn(fake.profile, learned.profile)).toMatchObject(choicesIn(learned.profile));
  const { responses } = await scoreLearned(service, learned.profile, level, draw);
  expect(responses.length).toBeGreaterThan(draw.count / 3);
  const unequal = responses.filter((one) => one.aspects.length > 0 && !isExcused(one));
  expect(
    unequal.map(({ left: { exchange, status }, right, aspects }) => [
      `${exchange.request.method} ${exchange.request.url} ${exchange.request.body ?? ''} → ${status}, ${right.status}`,
      aspects,
    ]),
  ).toEqual([]);
  return learned;
}

/** The open questions by which the fake marks such a difference as a guess. */
const guesses: Readonly<Record<string, readonly QuestionId[]>> = {
  text: ['error-messages'],
  code: ['error-codes'],
  status: ['order-of-checks', 'malformed-pet-id'],
  'header www-authenticate': ['www-authenticate'],
};

/** Why a response may differ though a comparison finds nothing: what a fake cannot do, or what a run does not ask. */
const excuses: Readonly<Record<string, (response: ScoredResponse) => boolean>> = {
  'the fake marks it as a guess: nothing that was learned shows it': ({ right, aspects }) => {
    const assumed = right.header('x-mock-assumed')?.split(', ') ?? [];
    return aspects.every((aspect) => guesses[aspect]?.some((id) => assumed.includes(id)));
  },
  'a number beyond int64 is of another type to one service, and out of range to the next': (response) =>
    response.operation === 'updateInventory' &&
    isBeyondInt64(response) &&
    response.aspects.every((aspect) => aspect === 'code' || aspect === 'text'),
  'a fake holds no quantity that a double rounds, and from then on the stock differs': ({ left, right, aspects }) =>
    aspects.includes('stock') ||
    (left.operation?.id === 'updateInventory' &&
      (left.status === 200 || left.status === 404) &&
      right.status === 400 &&
      !Number.isSafeInteger(Number(integerOf(objectOf(left.sent)?.quantity)))),
  'what the lookup of a pet that is not listed gets is no open question': ({ right, operation, aspects }) =>
    operation === 'getPet' && right.status === 404 && aspects.join() === 'status',
  'a run exceeds the limit at one operation: a 429 elsewhere may have another text': ({ left, operation, aspects }) =>
    left.status === 429 && operation !== 'listInventory' && aspects.every((aspect) => aspect === 'text'),
  'a message that is not a string is rejected by the fake, whatever the service does': ({ left, right, operation }) =>
    operation === 'sendMessage' && right.status === 400 && (left.status ?? 500) < 300,
  'a place that no run saw has the headers that all places share': ({ operation, aspects }) =>
    operation === 'sendMessage' &&
    aspects.every((aspect) => aspect.startsWith('header x-') && !aspect.includes('ratelimit')),
  'the Date of a fake is that of its clock: it is always there, and never skewed': ({ right, aspects }) =>
    right.header('date') !== undefined && aspects.join() === 'header date',
  'a Link is learned only where it announces the end of an operation': ({ right, operation, aspects }) =>
    operation === 'listInventory' && right.header('link') === undefined && aspects.join() === 'header link',
  'HEAD has no operation, and others may have other headers': ({ left, aspects }) =>
    left.exchange.request.method === 'HEAD' && aspects.every((aspect) => aspect.startsWith('header ')),
};

function isExcused(response: ScoredResponse): boolean {
  return Object.values(excuses).some((covers) => covers(response));
}

/** `1e40` is one, too, whatever its spelling. */
function isBeyondInt64({ left }: ScoredResponse): boolean {
  const token = /"quantity":\s*(-?\d+(?:e\d+)?)/.exec(left.exchange.request.body ?? '')?.[1];
  return token !== undefined && !isInt64(BigInt(Number(new LosslessNumber(token).toString())));
}
