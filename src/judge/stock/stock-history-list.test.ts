import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recorded, settings } from '../../../tests/recorded.js';
import { gatherEvidence } from '../judge.js';
import { holds, listingOf } from './stock-history.js';

const ids = fc.constantFrom(
  '-9223372036854775808',
  '-7',
  '0',
  '1',
  '2',
  '10',
  '9007199254740993',
  '9223372036854775807',
);
const items = fc.array(fc.record({ petId: ids, quantity: ids, status: fc.constantFrom('sold', 'pending') }), {
  maxLength: 7,
});

function stockOf(list: readonly { petId: string; quantity: string; status: string }[]) {
  const items = list.map(
    ({ petId, quantity, status }) => `{"petId":${petId},"quantity":${quantity},"status":"${status}"}`,
  );
  const [reading] = gatherEvidence(recorded({ body: `[${items.join()}]` }), settings).readings;
  return reading && listingOf(reading)?.stock;
}

it('knows a list like a map of it', () => {
  fc.assert(
    fc.property(items, ids, (list, id) => {
      const stock = stockOf(list);
      const known = new Map(list.map((item, index) => [item.petId, { item, index }]));
      if (known.size < list.length) {
        expect(stock).toBeUndefined();
        return;
      }
      const found = known.get(id);
      const entry = found && { quantity: BigInt(found.item.quantity), status: found.item.status, index: found.index };
      expect(stock?.get(id)).toEqual(entry);
      expect(stock?.has(id)).toBe(found !== undefined);
      expect(holds(stock, BigInt(id))).toBe(list.some(({ quantity }) => quantity === id));
      expect([...(stock ?? [])].map(([petId, { index }]) => [petId, index])).toEqual(
        list.map(({ petId }, index) => [petId, index]),
      );
    }),
    { numRuns: 1_000 },
  );
});
