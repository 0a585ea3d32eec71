import { expect, test } from 'vitest';
import { parseJson } from '../json/json.js';
import { schemas } from '../service/petstore.js';
import { violationsByPlace } from './judge-response.js';

test('a conformant body has no violations', () => {
  expect(violationsByPlace(schemas.InventoryList, parseJson('[{"petId":1,"quantity":2,"status":"sold"}]'))).toEqual([]);
});

test('every error is found, one violation for each location', () => {
  const body = parseJson('[{"petId":1.5,"quantity":"12","status":5},{"petId":1,"quantity":3,"status":"sold"},7]');
  expect(violationsByPlace(schemas.InventoryList, body)).toEqual([
    { pointer: '/0/petId', problem: 'must be integer and must be an int64' },
    { pointer: '/0/quantity', problem: 'must be integer' },
    { pointer: '/0/status', problem: 'must be string and must be one of available, pending, sold' },
    { pointer: '/2', problem: 'must be object' },
  ]);
});

test('every missing field is found', () => {
  expect(violationsByPlace(schemas.Error, {})).toEqual([
    { pointer: '/code', problem: 'is missing' },
    { pointer: '/message', problem: 'is missing' },
    { pointer: '/status', problem: 'is missing' },
  ]);
});

test('integers beyond 2^53 are judged exactly', () => {
  const item = (petId: string) => parseJson(`{"petId":${petId},"quantity":1,"status":"sold"}`);
  expect(violationsByPlace(schemas.InventoryItem, item('9223372036854775807'))).toEqual([]);
  expect(violationsByPlace(schemas.InventoryItem, item('9223372036854775808'))).toEqual([
    { pointer: '/petId', problem: 'must be an int64' },
  ]);
});
