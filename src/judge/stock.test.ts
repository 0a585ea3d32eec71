import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '../spec/json.js';
import { PetPlaces, Stock } from './stock.js';

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
  const value = parsed(list);
  return Stock.of(value, new PetPlaces(value));
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
      expect(stock?.isAscending).toBe(
        list.every(({ petId }, at) => at === 0 || BigInt(petId) > BigInt(list[at - 1]?.petId ?? 0)),
      );
    }),
    { numRuns: 1_000 },
  );
});

it('finds the repeated pets of a list, and the first place of each', () => {
  fc.assert(
    fc.property(items, (list) => {
      const places = new PetPlaces(parsed([...list, ...list.slice(0, 2)]));
      const all = [...list, ...list.slice(0, 2)].map(({ petId }) => petId);
      expect(places.repeated()).toEqual(all.flatMap((petId, at) => (all.indexOf(petId) < at ? at : [])));
    }),
  );
});

it('yields only the pets that another list does not hold as the same item', () => {
  const value = parsed([1, 2, 3].map((id) => ({ petId: String(id), quantity: '5', status: 'sold' })));
  const changed = value.with(1, parsed([{ petId: '2', quantity: '6', status: 'sold' }])[0] ?? null);
  const [one, other] = [value, changed].map((list) => Stock.of(list, new PetPlaces(list)));
  expect([...(other?.pets(one) ?? [])]).toEqual([['2', { quantity: 6n, status: 'sold', index: 1 }]]);
  expect([...(one?.pets(one) ?? [])]).toEqual([]);
});
