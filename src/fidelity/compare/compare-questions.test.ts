import { expect, test } from 'vitest';
import {
  arrayOf,
  blankProfile,
  integer,
  jsonResponses,
  objectOf,
  observedChoices,
  text,
} from '../../../tests/profile-for-tests.js';
import type { Behaviour } from '../../service/behaviour.js';
import type { QuestionId } from '../../service/questions/open-questions.js';
import { compareProfiles } from './compare-profiles.js';

type Answers = { readonly [Id in QuestionId]?: Behaviour[Id] };

const responded = (responses: Answers, unseen: readonly string[] = []) =>
  blankProfile({ questions: observedChoices(responses, unseen) });

type Compared = ReturnType<typeof blankProfile>;

const compare = (left: Compared, right: Compared) =>
  compareProfiles({ name: 'left', profile: left }, { name: 'right', profile: right });

/** Paths below `question`, with what each side has. */
function differencesOf(left: Compared, right: Compared) {
  return compare(left, right).differences.map((one) => [one.path.replace(/^question\//, ''), one.left, one.right]);
}

test('reports only the members of a choice that differ', () => {
  const left = responded({ 'enterprise-limits': { perMinute: 5_000, perDay: 1_000_000 } });
  const right = responded({ 'enterprise-limits': { perMinute: 6_000, perDay: 1_000_000 } });
  expect(differencesOf(left, right)).toEqual([['enterprise-limits/perMinute', '5000', '6000']]);
});

test('skips members that a side did not see', () => {
  const left = responded({ 'refused-requests-count': { '400': true, '404': true, '429': false } }, ['429']);
  const right = responded({ 'refused-requests-count': { '400': true, '404': true, '429': true } });
  expect(differencesOf(left, right)).toEqual([]);
});

test('compares the error codes that both sides returned', () => {
  const left = responded({ 'error-codes': { unauthorized: 'NO_KEY', not_found: 'GONE_FISHING' } });
  const right = responded({ 'error-codes': { unauthorized: 'NO_KEY', rate_limit_exceeded: 'SLOW' } });
  expect(differencesOf(left, right)).toEqual([]);
  const other = responded({ 'error-codes': { unauthorized: 'no_key', not_found: 'GONE_FISHING' } });
  expect(differencesOf(left, other)).toEqual([['error-codes/unauthorized', 'NO_KEY', 'no_key']]);
});

test('a message of a code is compared in each situation that both sides saw', () => {
  const left = responded({ 'error-messages': { invalid_request: 'Bad.' } }, ['field-unknown']);
  const apart = { 'body-empty': 'Bad.', 'field-wrong': 'No number.', 'field-unknown': 'What is that?' };
  expect(differencesOf(left, responded({ 'error-messages': apart }, ['invalid_request']))).toEqual([
    ['error-messages/field-wrong', 'Bad.', 'No number.'],
  ]);
});

test('a situation has the code of the status that it got', () => {
  const codes = { 'error-codes': { invalid_request: 'BAD', not_found: 'NO_PET' } };
  const own = { 'error-codes': { 'pet-id-malformed': 'BAD' } };
  for (const [status, differing] of [
    [400, []],
    [404, [['error-codes/pet-id-malformed', 'NO_PET', 'BAD']]],
  ] as const) {
    const malformed = { 'malformed-pet-id': status };
    expect(differencesOf(responded({ ...malformed, ...codes }), responded({ ...malformed, ...own }))).toEqual(
      differing,
    );
  }
  expect(differencesOf(responded(codes), responded(own))).toEqual([]);
});

test('a deprecation header that is not sent differs from one that is sent', () => {
  const left = responded({ 'deprecation-headers': { Deprecation: '@1', Link: '</a>' } });
  const right = responded({ 'deprecation-headers': { Deprecation: '@1' } });
  expect(differencesOf(left, right)).toEqual([['deprecation-headers/Link', '</a>', 'not there']]);
});

test('each rate-limit field of the IETF draft is compared, and the names that both sides show', () => {
  const [none, both] = [responded({ 'rate-limit-fields': 'x' }), responded({ 'rate-limit-fields': 'both' })];
  const limitOnly = (name: string) =>
    responded({ 'rate-limit-fields': { RateLimit: 'described-window', minute: name } });
  expect(differencesOf(none, both)).toEqual([['rate-limit-fields', 'x', 'both']]);
  expect(differencesOf(limitOnly('permin'), both)).toEqual([
    ['rate-limit-fields', 'RateLimit: described-window, minute: permin', 'both'],
  ]);
  expect(differencesOf(limitOnly('permin'), limitOnly('burst'))).toEqual([
    ['rate-limit-fields/minute', 'permin', 'burst'],
  ]);
});

const records = [{ id: 1 }] as const;
const petsOf = (shape: Parameters<typeof jsonResponses>[0], count = 4) =>
  blankProfile({
    questions: observedChoices({ 'pet-shape': { records: [...records] } }),
    responses: { 'getPet 200': jsonResponses(shape, { count }) },
  });

test('reports the fields in which pets differ, whatever records were made up', () => {
  const left = petsOf(objectOf({ id: integer, name: text }));
  const right = petsOf(objectOf({ id: text, name: text, tag: text }));
  expect(differencesOf(left, right)).toEqual([
    ['pet-shape/id', 'integer', 'string'],
    ['pet-shape/tag', 'not there', 'string'],
  ]);
  expect(differencesOf(left, petsOf(objectOf({ id: integer, name: text })))).toEqual([]);
});

test('one lookup does not show that a field is always present', () => {
  const left = petsOf(objectOf({ id: integer, nickname: text }), 1);
  const right = petsOf(objectOf({ id: integer }), 1);
  expect(differencesOf(left, right)).toEqual([]);
  expect(differencesOf(petsOf(objectOf({ id: text }), 1), right)).toHaveLength(1);
});

test('orders in an envelope differ from orders in a list', () => {
  const answeringOrders = (shape: Parameters<typeof jsonResponses>[0]) =>
    blankProfile({
      questions: observedChoices({ 'order-shape': { records: [...records] } }),
      responses: { 'listOrders 200': jsonResponses(shape) },
    });
  const list = arrayOf(objectOf({ id: integer }));
  expect(differencesOf(answeringOrders(list), answeringOrders(objectOf({ orders: list })))).toEqual([
    ['order-shape', 'JSON: array', 'JSON: object'],
  ]);
});

test('error texts that differ only in their numbers are equal', () => {
  const telling = (text: string) =>
    blankProfile({ questions: observedChoices({ 'error-messages': { rate_limit_exceeded: text } }) });
  expect(differencesOf(telling('Slow down (request 70).'), telling('Slow down (request 1034).'))).toEqual([]);
  expect(differencesOf(telling('You have 7 left.'), telling('You have -12 left.'))).toEqual([]);
  expect(differencesOf(telling('Slow down (request 70).'), telling('Wait (request 70).'))).toHaveLength(1);
});

test('codes that follow another changed choice are reported beside it', () => {
  const left = responded({ 'malformed-pet-id': 400, 'error-codes': { 'pet-id-malformed': 'bad_request' } });
  const right = responded({ 'malformed-pet-id': 404, 'error-codes': { 'pet-id-malformed': 'not_found' } });
  expect(differencesOf(left, right).map(([path]) => path)).toEqual([
    'error-codes/pet-id-malformed',
    'malformed-pet-id',
  ]);
});
