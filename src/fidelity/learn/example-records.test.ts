import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from '../../spec/json.js';
import { formOf, makeUpRecords } from './example-records.js';

const forms = (records: readonly JsonValue[]) => [...new Set(records.map(formOf))].sort();

it('makes up a record in each form that was seen, and in no other one', () => {
  const part = fc.constantFrom<JsonValue>(null, true, 'a b', 4, [], [1], ['x'], [2, 'x'], { of: 1 }, { of: null });
  // A field of each record makes it one of fields, rather than a map of data.
  const record = fc.record({ id: fc.nat(), name: part, tag: part }, { requiredKeys: ['id'] });
  fc.assert(
    fc.property(fc.array(record as fc.Arbitrary<JsonValue>, { minLength: 1, maxLength: 6 }), (seen) => {
      expect(forms(makeUpRecords(seen))).toEqual(forms(seen));
    }),
  );
});

it('makes up nothing from keys that are data, however few records have them', () => {
  const seen = [{ id: 1, 'ada@example.test': 1 }, { id: 2 }];
  expect(JSON.stringify(makeUpRecords(seen))).not.toContain('ada');
});
