import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../../json/json.js';
import { Stock } from './stock.js';

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

function parsed(list: readonly { petId: string; quantity: string; status: string }[]) {
  const text = list.map(
    ({ petId, quantity, status }) => `{"petId":${petId},"quantity":${quantity},"status":"${status}"}`,
  );
  const value = parseJson(`[${text.join()}]`);
  return Array.isArray(value) ? value : [];
}

function stockOf(list: Parameters<typeof parsed>[0]) {
  return Stock.of(parsed(list));
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
      expect(stock?.holds(BigInt(id))).toBe(list.some(({ quantity }) => quantity === id));
      expect([...(stock?.pets() ?? [])].map(([petId, { index }]) => [petId, index])).toEqual(
        list.map(({ petId }, index) => [petId, index]),
      );
    }),
    { numRuns: 1_000 },
  );
});
