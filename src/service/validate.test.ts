import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInt64 } from '../json/exact-number.js';
import { parseJson } from '../json/json.js';
import { behaviourSchema } from './behaviour.js';
import { schemas } from './petstore.js';
import { findContentTypeFault, findViolation } from './validate.js';

const findIn = (schema: object, json: string) => findViolation(schema, parseJson(json));

test('a conformant item has no violation', () => {
  expect(findIn(schemas.InventoryItem, '{"petId":1,"quantity":2,"status":"sold"}')).toBeUndefined();
});

test('undocumented fields are not a violation', () => {
  expect(findIn(schemas.InventoryUpdate, '{"quantity":1,"note":"new","__proto__":{"quantity":"x"}}')).toBeUndefined();
});

test('a missing field is pointed at', () => {
  expect(
    findIn(schemas.InventoryList, '[{"petId":1,"quantity":2,"status":"sold"},{"petId":2,"status":"sold"}]'),
  ).toEqual({
    pointer: '/1/quantity',
    problem: 'is missing',
  });
});

test('a field that only the prototype has is missing', () => {
  expect(findIn(schemas.InventoryUpdate, '{"__proto__":{"quantity":1}}')).toEqual({
    pointer: '/quantity',
    problem: 'is missing',
  });
});

test('a value outside an enum is reported with the allowed values', () => {
  expect(findIn(schemas.InventoryItem, '{"petId":1,"quantity":2,"status":"gone"}')).toEqual({
    pointer: '/status',
    problem: 'must be one of available, pending, sold',
  });
});

test('a value of another type is reported with its type', () => {
  expect(findIn(schemas.InventoryUpdate, '{"quantity":"12"}')).toEqual({
    pointer: '/quantity',
    problem: 'must be integer',
  });
});

test('an invalid root value has an empty pointer', () => {
  expect(findIn(schemas.InventoryUpdate, 'null')).toEqual({ pointer: '', problem: 'must be object' });
});

test('the pointer to an unknown key escapes slashes and tildes', () => {
  expect(findIn(behaviourSchema, '{"a/b~c":1}')).toEqual({ pointer: '/a~1b~0c', problem: 'is unknown' });
});

test('a value that matches no alternative is reported with all of them', () => {
  expect(findIn(behaviourSchema, '{"ban-threshold":"sometimes"}')).toEqual({
    pointer: '/ban-threshold',
    problem: 'must be integer or must be "never"',
  });
});

test('the closest of several alternatives is reported', () => {
  expect(findIn(behaviourSchema, '{"pet-shape":{"records":[]}}')).toEqual({
    pointer: '/pet-shape/records',
    problem: 'must NOT have fewer than 1 items',
  });
});

test.each(['0', '-5', '5.0', '1e2', '-0', '120e-1', '9007199254740993', '1e400', '1e30'])(
  '%s is an integer',
  (token) => {
    expect(findIn(schemas.InventoryUpdate, `{"quantity":${token}}`)).toBeUndefined();
  },
);

test.each([
  '12.5',
  '0.99999999999999999999',
  '1.00000000000000000001',
  '1e-400',
  '9007199254740992.5',
  '"1"',
  'true',
  'null',
  '[1]',
  '{}',
])('%s is not an integer', (token) => {
  expect(findIn(schemas.InventoryUpdate, `{"quantity":${token}}`)?.problem).toBe('must be integer');
});

test('an id is accepted exactly when it is an int64', () => {
  const near = (bound: bigint) => fc.bigInt(bound - 2_000n, bound + 2_000n);
  const integers = fc.oneof(
    near(0n),
    near(2n ** 53n),
    near(2n ** 63n),
    near(-(2n ** 63n)),
    fc.bigInt(-(10n ** 40n), 10n ** 40n),
  );
  fc.assert(
    fc.property(integers, (id) => {
      const violation = findIn(schemas.InventoryItem, `{"petId":${id},"quantity":0,"status":"sold"}`);
      expect(violation).toEqual(isInt64(id) ? undefined : { pointer: '/petId', problem: 'must be an int64' });
    }),
  );
});

test('a bound is exact, beyond the precision of a double', () => {
  const quantity = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  expect(findIn(quantity, String(2n ** 53n - 1n))).toBeUndefined();
  expect(findIn(quantity, String(2n ** 53n))?.problem).toBe('must be <= 9007199254740991');
  expect(findIn(quantity, String(1n - 2n ** 53n))).toBeUndefined();
  expect(findIn(quantity, String(-(2n ** 53n)))?.problem).toBe('must be >= -9007199254740991');
});

test('a keyword that is not known is no reason to let everything pass', () => {
  expect(() => findIn({ type: 'array', uniqueItems: true }, '[]')).toThrow('uniqueItems');
});

test.each([
  ['application/json', undefined],
  ['Application/JSON;charset="UTF-8"', undefined],
  [' application/json ; charset=utf8', undefined],
  ['application/json; version=2', undefined],
  ['application/json;charset=ISO-8859-1', undefined],
  [undefined, 'missing'],
  ['', 'missing'],
  ['json', 'wrong'],
  ['text/plain; charset=utf-8', 'wrong'],
  ['application/jsonp', 'wrong'],
  ['application/merge-patch+JSON; charset=utf-8', 'wrong'],
])('finds the fault of %j: %s', (header, fault) => {
  expect(findContentTypeFault(header)).toBe(fault);
});
