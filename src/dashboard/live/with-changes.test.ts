import { expect, it } from 'vitest';
import { withChanges } from './with-changes.js';

const pet = (petId: string, quantity = 1) => ({ petId, quantity, status: 'available' as const });

it('changes entries in a new array', () => {
  const stock = [pet('1'), pet('2'), pet('10')];
  expect(withChanges(stock, [pet('10', 7)])).toEqual([pet('1'), pet('2'), pet('10', 7)]);
  expect(stock[2]).toEqual(pet('10'));
});

it('puts new pets where their ids belong, the ones beyond 2^53 too', () => {
  const stock = [pet('-3'), pet('2'), pet('9007199254740993')];
  const ids = withChanges(stock, [pet('9007199254740992'), pet('5')]).map(({ petId }) => petId);
  expect(ids).toEqual(['-3', '2', '5', '9007199254740992', '9007199254740993']);
});
