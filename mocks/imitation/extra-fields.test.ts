import { expect, test } from 'vitest';
import { objectShape, profileOf, textShape } from '../../src/fidelity/profile/profile-for-tests.js';
import { type OperationId, operations, petstore } from '../../src/service/petstore.js';
import { addFields } from '../operations/operation.js';
import { errorFields, extraFields } from './imitation.js';

const fieldsOf = (responses: Parameters<typeof extraFields>[1], id: OperationId) =>
  extraFields(petstore, responses, operations[id]);

const item = (field: string) => objectShape({ petId: { type: ['integer'] }, [field]: textShape('x') });
const error = (field: string) => objectShape({ code: textShape('x'), [field]: textShape('x') });

test('only undocumented fields are added, as JSON', () => {
  const { responses } = profileOf({
    responses: {
      'updateInventory 200': { body: objectShape({ petId: { type: ['integer'] }, 'a"b': textShape('"') }) },
    },
  });
  expect(addFields('{"petId":1}', fieldsOf(responses, 'updateInventory'))).toBe('{"petId":1,"a\\"b":"\\""}');
});

test('list and update have the fields observed there, else those of the other', () => {
  const inList = profileOf({ responses: { 'listInventory 200': { body: { type: ['array'], items: item('list') } } } });
  const inUpdate = profileOf({ responses: { 'updateInventory 200': { body: item('update') } } });
  const both = { ...inList.responses, ...inUpdate.responses };
  expect(fieldsOf(inList.responses, 'updateInventory')).toBe(',"list":"x"');
  expect(fieldsOf(inUpdate.responses, 'listInventory')).toBe(',"update":"x"');
  expect(fieldsOf(both, 'listInventory')).toBe(',"list":"x"');
  expect(fieldsOf(both, 'updateInventory')).toBe(',"update":"x"');
});

test('a sent message has the fields observed with any of its statuses', () => {
  const body = objectShape({
    id: textShape('x'),
    queue: objectShape({ depth: { type: ['integer'] } }),
  });
  const { responses } = profileOf({ responses: { 'sendMessage 202': { body } } });
  expect(fieldsOf(responses, 'sendMessage')).toBe(',"queue":{"depth":1}');
});

test('errors without observations use the same status, then the most frequent', () => {
  const { responses } = profileOf({
    responses: {
      'updateInventory 400': { body: error('a') },
      'updateInventory 404': { body: error('b'), count: 3 },
      'getPet 404': { body: error('c'), count: 9 },
      'other 405': { body: 'none', count: 20 },
    },
  });
  expect(errorFields(responses, 'updateInventory', 400)).toBe(',"a":"x"');
  expect(errorFields(responses, 'updateInventory', 404)).toBe(',"b":"x"');
  expect(errorFields(responses, 'listInventory', 404)).toBe(',"c":"x"');
  expect(errorFields(responses, 'updateInventory', 401)).toBe(',"c":"x"');
  expect(errorFields(responses, 'listInventory', 401)).toBe(',"c":"x"');
});

test('pets and orders get their shapes from the behaviour only', () => {
  const { responses } = profileOf({ responses: { 'getPet 200': { body: item('nickname') } } });
  expect(fieldsOf(responses, 'getPet')).toBe('');
  expect(errorFields({}, 'listInventory', 401)).toBe('');
});
