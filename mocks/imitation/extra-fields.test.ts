import { expect, test } from 'vitest';
import { addFields, extraFields } from './extra-fields.js';
import { objectOf, profileOf, textLike } from './profile-for-tests.js';

const item = (field: string) => objectOf({ petId: { type: ['integer'] }, [field]: textLike('x') });
const error = (field: string) => objectOf({ code: textLike('x'), [field]: textLike('x') });

test('only what the document does not have is added, names and values as JSON', () => {
  const { answers } = profileOf({
    answers: { 'updateInventory 200': { body: objectOf({ petId: { type: ['integer'] }, 'a"b': textLike('"') }) } },
  });
  expect(addFields('{"petId":1}', extraFields(answers, 'updateInventory', 200)[0])).toBe('{"petId":1,"a\\"b":"\\""}');
});

test('what is null or missing at times is so at times, after one that has all', () => {
  const note = { type: ['string', 'null'], examples: ['x'] } as const;
  const item = { type: ['object'], properties: { note, size: { type: ['integer'] } }, required: ['note'] } as const;
  const { answers } = profileOf({ answers: { 'listInventory 200': { body: { type: ['array'], items: item } } } });
  expect(extraFields(answers, 'listInventory', 200)).toEqual([',"note":"x","size":1', ',"note":null']);
});

test('list and update have what was seen at each, or the other where one was not seen', () => {
  const inList = profileOf({ answers: { 'listInventory 200': { body: { type: ['array'], items: item('list') } } } });
  const inUpdate = profileOf({ answers: { 'updateInventory 200': { body: item('update') } } });
  const both = { ...inList.answers, ...inUpdate.answers };
  expect(extraFields(inList.answers, 'updateInventory', 200)).toEqual([',"list":"x"']);
  expect(extraFields(inUpdate.answers, 'listInventory', 200)).toEqual([',"update":"x"']);
  expect(extraFields(both, 'listInventory', 200)).toEqual([',"list":"x"']);
  expect(extraFields(both, 'updateInventory', 200)).toEqual([',"update":"x"']);
});

test('a sent message has the fields that were seen with any of its statuses', () => {
  const body = objectOf({
    id: textLike('x'),
    queue: objectOf({ depth: { type: ['integer'] } }),
  });
  const { answers } = profileOf({ answers: { 'sendMessage 202': { body } } });
  expect(extraFields(answers, 'sendMessage', 200)).toEqual([',"queue":{"depth":1}']);
});

test('errors of a place that was not seen take after those with the same status, then of the same operation, then the most seen', () => {
  const { answers } = profileOf({
    answers: {
      'updateInventory 400': { body: error('a') },
      'updateInventory 404': { body: error('b'), count: 3 },
      'getPet 404': { body: error('c'), count: 9 },
      'other 405': { body: 'none', count: 20 },
    },
  });
  expect(extraFields(answers, 'updateInventory', 400)).toEqual([',"a":"x"']);
  expect(extraFields(answers, 'updateInventory', 404)).toEqual([',"b":"x"']);
  expect(extraFields(answers, 'listInventory', 404)).toEqual([',"c":"x"']);
  expect(extraFields(answers, 'updateInventory', 401)).toEqual([',"b":"x"']);
  expect(extraFields(answers, 'listInventory', 401)).toEqual([',"c":"x"']);
});

test('a pet and orders have their shapes from behaviour, and nothing is added', () => {
  const { answers } = profileOf({ answers: { 'getPet 200': { body: item('nickname') } } });
  expect(extraFields(answers, 'getPet', 200)).toEqual(['']);
  expect(extraFields({}, 'listInventory', 401)).toEqual(['']);
});
