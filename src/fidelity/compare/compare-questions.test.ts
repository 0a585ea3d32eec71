import { expect, test } from 'vitest';
import {
  answering,
  arrayOf,
  blankProfile,
  integer,
  jsonAnswers,
  objectOf,
  text,
} from '../../../tests/profile-for-tests.js';
import type { Behaviour } from '../../spec/behaviour.js';
import type { QuestionId } from '../../spec/open-questions.js';
import { compareQuestions } from './compare-questions.js';

type Answers = { readonly [Id in QuestionId]?: Behaviour[Id] };

const responded = (responses: Answers, unseen: readonly string[] = []) =>
  blankProfile({ questions: answering(responses, unseen) });

function differencesOf(left: ReturnType<typeof blankProfile>, right: ReturnType<typeof blankProfile>) {
  return compareQuestions(left, right).flatMap((one) =>
    one.is === 'different' ? [[one.id, one.left, one.right]] : [],
  );
}

function whyOf(id: QuestionId, left: ReturnType<typeof blankProfile>, right: ReturnType<typeof blankProfile>) {
  const found = compareQuestions(left, right).find((one) => one.id === id);
  return found?.is === 'uncompared' ? found.why : found?.is;
}

test('tells the members of an answer that differ, and only those', () => {
  const left = responded({ 'enterprise-limits': { perMinute: 5_000, perDay: 1_000_000 } });
  const right = responded({ 'enterprise-limits': { perMinute: 6_000, perDay: 1_000_000 } });
  expect(differencesOf(left, right)).toEqual([['enterprise-limits', 'perMinute: 5000', 'perMinute: 6000']]);
});

test('leaves out members that a side did not see', () => {
  const left = responded({ 'refused-requests-count': { '400': true, '404': true, '429': false } }, ['429']);
  const right = responded({ 'refused-requests-count': { '400': true, '404': true, '429': true } });
  expect(differencesOf(left, right)).toEqual([]);
});

test('compares the error codes that both sides showed', () => {
  const left = responded({ 'error-codes': { unauthorized: 'NO_KEY', not_found: 'GONE_FISHING' } });
  const right = responded({ 'error-codes': { unauthorized: 'NO_KEY', rate_limit_exceeded: 'SLOW' } });
  expect(differencesOf(left, right)).toEqual([]);
  const other = responded({ 'error-codes': { unauthorized: 'no_key', not_found: 'GONE_FISHING' } });
  expect(differencesOf(left, other)).toEqual([['error-codes', 'unauthorized: NO_KEY', 'unauthorized: no_key']]);
});

test('another status for a malformed id explains another code and another text for it', () => {
  const left = responded({
    'malformed-pet-id': 400,
    'error-codes': { 'pet-id-malformed': 'bad_request', 'pet-unknown': 'not_found' },
    'error-messages': { 'pet-id-malformed': 'That is no id.', 'pet-unknown': 'Who?' },
  });
  const right = responded({
    'malformed-pet-id': 404,
    'error-codes': { 'pet-id-malformed': 'not_found', 'pet-unknown': 'not_found' },
    'error-messages': { 'pet-id-malformed': 'Not found.', 'pet-unknown': 'Who?' },
  });
  expect(differencesOf(left, right)).toEqual([['malformed-pet-id', '400', '404']]);
});

test('what is told of a code is compared in each situation that both sides saw', () => {
  const left = responded({ 'error-messages': { invalid_request: 'Bad.' } }, ['field-unknown']);
  const apart = { 'body-empty': 'Bad.', 'field-wrong': 'No number.', 'field-unknown': 'What is that?' };
  expect(differencesOf(left, responded({ 'error-messages': apart }, ['invalid_request']))).toEqual([
    ['error-messages', 'field-wrong: Bad.', 'field-wrong: No number.'],
  ]);
});

test('a situation has the code that goes with the status it was answered with', () => {
  const codes = { 'error-codes': { invalid_request: 'BAD', not_found: 'NO_PET' } };
  const own = { 'error-codes': { 'pet-id-malformed': 'BAD' } };
  for (const [status, differing] of [
    [400, []],
    [404, [['error-codes', 'pet-id-malformed: NO_PET', 'pet-id-malformed: BAD']]],
  ] as const) {
    const malformed = { 'malformed-pet-id': status };
    expect(differencesOf(responded({ ...malformed, ...codes }), responded({ ...malformed, ...own }))).toEqual(
      differing,
    );
  }
  expect(differencesOf(responded(codes), responded(own))).toEqual([]);
});

test('challenges are compared by the case, where both sides saw it', () => {
  const left = responded({ 'www-authenticate': 'bearer' }, ['wrong']);
  const right = responded({ 'www-authenticate': { missing: 'Bearer realm="petstore"', wrong: 'Bearer' } });
  expect(differencesOf(left, right)).toEqual([]);
  expect(differencesOf(responded({ 'www-authenticate': 'none' }), right)).toEqual([
    ['www-authenticate', 'missing: not there, wrong: not there', 'missing: Bearer realm="petstore", wrong: Bearer'],
  ]);
});

test('other headers of a deprecation explain another date', () => {
  const dated = { deprecatedSince: '2026-06-30', sunset: '2027-12-31' };
  const left = responded({ 'deprecation-headers': 'standard', 'sunset-date': dated });
  const right = responded({
    'deprecation-headers': { Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' },
    'sunset-date': { ...dated, sunset: '2028-01-01' },
  });
  expect(differencesOf(left, right).map(([id]) => id)).toEqual(['deprecation-headers']);
  const later = responded({ 'deprecation-headers': 'standard', 'sunset-date': { ...dated, sunset: '2028-01-01' } });
  expect(differencesOf(left, later)).toEqual([['sunset-date', 'sunset: 2027-12-31', 'sunset: 2028-01-01']]);
});

test('a deprecation header that is not sent differs from one that is', () => {
  const left = responded({ 'deprecation-headers': { Deprecation: '@1', Link: '</a>' } });
  const right = responded({ 'deprecation-headers': { Deprecation: '@1' } });
  expect(differencesOf(left, right)).toEqual([['deprecation-headers', 'Link: </a>', 'Link: not there']]);
});

test('says why a question could not be compared', () => {
  const seen = responded({ 'extra-body-fields': 'ignored', 'list-order': 'ascending' });
  const blind = blankProfile({
    source: { level: 'read' },
    questions: {
      'extra-body-fields': {
        choice: 'ignored',
        origin: 'default',
        confidence: 'none',
        exchanges: [],
        note: 'nothing could show it',
      },
      'list-order': {
        choice: 'ascending',
        origin: 'default',
        confidence: 'none',
        exchanges: [],
        note: 'no list of 3 pets or more was seen',
      },
    },
  });
  expect(whyOf('extra-body-fields', seen, blind)).toBe('right: it takes level write');
  expect(whyOf('list-order', seen, blind)).toBe('right: no list of 3 pets or more was seen');
  expect(whyOf('ban-status', seen, blind)).toBe('no run can show it');
  expect(whyOf('cache-control', seen, blind)).toBe('both: the profile does not tell');
});

const records = [{ id: 1 }] as const;
const petsOf = (shape: Parameters<typeof jsonAnswers>[0], count = 4) =>
  blankProfile({
    questions: answering({ 'pet-shape': { records: [...records] } }),
    responses: { 'getPet 200': jsonAnswers(shape, { count }) },
  });

test('tells the fields in which pets differ, whatever records were made up', () => {
  const left = petsOf(objectOf({ id: integer, name: text }));
  const right = petsOf(objectOf({ id: text, name: text, tag: text }));
  expect(differencesOf(left, right)).toEqual([['pet-shape', 'id: integer', 'id: string, tag: string']]);
  expect(differencesOf(left, petsOf(objectOf({ id: integer, name: text })))).toEqual([]);
});

test('one lookup shows no field that is always there', () => {
  const left = petsOf(objectOf({ id: integer, nickname: text }), 1);
  const right = petsOf(objectOf({ id: integer }), 1);
  expect(differencesOf(left, right)).toEqual([]);
  expect(differencesOf(petsOf(objectOf({ id: text }), 1), right)).toHaveLength(1);
});

test('orders in an envelope differ from orders in a list', () => {
  const answeringOrders = (shape: Parameters<typeof jsonAnswers>[0]) =>
    blankProfile({
      questions: answering({ 'order-shape': { records: [...records] } }),
      responses: { 'listOrders 200': jsonAnswers(shape) },
    });
  const list = arrayOf(objectOf({ id: integer }));
  expect(differencesOf(answeringOrders(list), answeringOrders(objectOf({ orders: list })))).toEqual([
    ['order-shape', 'array of object with id', 'object with orders'],
  ]);
});

test('texts of errors that differ in their numbers alone are alike', () => {
  const telling = (text: string) =>
    blankProfile({ questions: answering({ 'error-messages': { rate_limit_exceeded: text } }) });
  expect(differencesOf(telling('Slow down (request 70).'), telling('Slow down (request 1034).'))).toEqual([]);
  expect(differencesOf(telling('You have 7 left.'), telling('You have -12 left.'))).toEqual([]);
  expect(differencesOf(telling('Slow down (request 70).'), telling('Wait (request 70).'))).toHaveLength(1);
});

test('a list of one record does not show that a field is always there, or never', () => {
  const orders = (shape: Parameters<typeof objectOf>[0], isOneRecord?: true) =>
    blankProfile({
      questions: answering({ 'order-shape': { records: [...records] } }),
      responses: { 'listOrders 200': jsonAnswers(arrayOf(objectOf(shape)), { ...(isOneRecord && { isOneRecord }) }) },
    });
  const [plain, gift] = [{ id: integer }, { id: integer, gift: text }];
  expect(differencesOf(orders(gift, true), orders(plain))).toEqual([]);
  expect(differencesOf(orders(gift), orders(plain))).toEqual([['order-shape', 'gift: string', 'nothing more']]);
  expect(differencesOf(orders(gift, true), orders({ id: integer, total: integer }))).toHaveLength(1);
});

const perOperation = { 'getPet pet-unknown': 'NO_PET', 'updateInventory pet-unknown': 'NO_RESOURCE' };

test('names the one operation in which a situation has come to be answered otherwise', () => {
  const left = responded({ 'error-codes': perOperation });
  const right = responded({ 'error-codes': { ...perOperation, 'updateInventory pet-unknown': 'NO_PET' } });
  expect(differencesOf(left, right)).toEqual([
    ['error-codes', 'updateInventory pet-unknown: NO_RESOURCE', 'updateInventory pet-unknown: NO_PET'],
  ]);
  for (const codes of [{ 'pet-unknown': 'NO_PET' }, { not_found: 'NO_PET' }]) {
    expect(differencesOf(left, responded({ 'error-codes': codes }))).toEqual([
      ['error-codes', 'updateInventory pet-unknown: NO_RESOURCE', 'updateInventory pet-unknown: NO_PET'],
    ]);
  }
});

test('an operation that was not asked on one side is not compared', () => {
  const left = responded({ 'error-codes': { 'pet-unknown': 'NO_PET' } }, ['updateInventory pet-unknown']);
  expect(differencesOf(left, responded({ 'error-codes': perOperation }))).toEqual([]);
  const blind = responded({ 'error-codes': { not_found: 'NO_PATH' } }, ['pet-unknown']);
  expect(differencesOf(blind, responded({ 'error-codes': perOperation }))).toEqual([]);
});

test('what follows from another status at one operation is compared at the other one', () => {
  const codes = (type: string) => ({ invalid_request: 'BAD', 'sendMessage content-type-wrong': type });
  const left = responded({ 'update-content-type': 400, 'error-codes': codes('BAD') });
  const patched = { 'updateInventory content-type-wrong': 'TYPE' };
  const right = (type: string) =>
    responded({ 'update-content-type': 415, 'error-codes': { ...codes(type), ...patched } });
  expect(differencesOf(left, right('BAD')).map(([id]) => id)).toEqual(['update-content-type']);
  expect(differencesOf(left, right('NO_TYPE'))).toEqual([
    ['error-codes', 'sendMessage content-type-wrong: BAD', 'sendMessage content-type-wrong: NO_TYPE'],
    ['update-content-type', '400', '415'],
  ]);
});

test('tells members that were asked for and could not be told', () => {
  const left = responded({ 'error-messages': { 'key-missing': 'Send a key.' } });
  const messages = left.questions['error-messages'];
  if (messages === undefined) throw new Error('There are no messages.');
  const unknown = { 'pet-unknown': 'it holds a word of the store' };
  const right = { ...left, questions: { 'error-messages': { ...messages, unknown } } };
  const membersOf = (one: typeof left, other: typeof left) =>
    compareQuestions(one, other).flatMap((each) =>
      each.is === 'uncompared' && each.id.startsWith('error-messages') ? [`${each.id}: ${each.why}`] : [],
    );
  expect(membersOf(left, right)).toEqual(['error-messages pet-unknown: right: it holds a word of the store']);
  expect(membersOf(right, right)).toEqual(['error-messages pet-unknown: both: it holds a word of the store']);
  expect(membersOf(left, left)).toEqual([]);
});

test('OPTIONS that is answered as any unknown method is no difference of its own', () => {
  const as = (method: 404 | 405, options: 404 | 405) =>
    responded({ 'unknown-method': method, 'plain-options': options, 'head-requests': 'as-get' });
  expect(differencesOf(as(405, 405), as(404, 404)).map(([id]) => id)).toEqual(['unknown-method']);
  expect(differencesOf(as(405, 405), as(405, 404)).map(([id]) => id)).toEqual(['plain-options']);
  expect(differencesOf(as(405, 404), as(404, 405)).map(([id]) => id)).toEqual(['unknown-method', 'plain-options']);
});
