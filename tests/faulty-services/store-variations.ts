import type { Pet } from './call.js';
import { updatesRefusedWith } from './changes.js';
import type { Changes } from './conformant-service.js';
import type { Variation } from './conformant-variation.js';
import { type ServiceAnswer, withHeader } from './service.js';

const statuses = ['available', 'pending', 'sold'] as const;

const petsWith = (quantities: readonly (string | number)[], idOf: (index: number) => bigint): readonly Pet[] =>
  quantities.map((quantity, index) => ({
    petId: String(idOf(index)),
    quantity: String(quantity),
    status: statuses[index % 3] ?? 'sold',
  }));

/** The list comes from a cache for some seconds, and says so. */
const cachedListings: Changes = {
  finish: () => {
    let kept: { answer: ServiceAnswer; atMs: number } | undefined;
    return ({ operation, nowMs, state }, answer) => {
      if (operation !== 'listInventory' || answer.status !== 200) return answer;
      if (kept !== undefined && nowMs - kept.atMs < 20_000 && state.requests % 3 === 0) {
        return withHeader(kept.answer, 'Age', String(Math.max(1, Math.round((nowMs - kept.atMs) / 1_000))));
      }
      kept = { answer, atMs: nowMs };
      return answer;
    };
  },
};

/** A gateway that marks every answer as a copy of its cache, and keeps none. */
const markedAsCopies: Changes = {
  finish: () => (_call, answer) => withHeader(answer, 'X-Cache', 'HIT'),
};

/** Another writer changes something before some of the requests. */
const anotherWriter = (every: number, change: (pets: Pet[], turn: number) => void): Changes => ({
  beforehand: () => (call) => {
    if (call.state.requests % every === 0) change(call.state.pets, call.state.requests / every);
  },
});

function sellOne(pets: Pet[], turn: number): void {
  const pet = pets[turn % pets.length];
  if (pet !== undefined) pet.quantity = String(BigInt(pet.quantity) + (turn % 2 === 0 ? 1n : -1n));
}

/** Other stores, and other people in them. */
export const storeVariations: Readonly<Record<string, Variation>> = {
  'the store is empty': { setting: { pets: [] } },
  'the store has one pet': { setting: { pets: [{ petId: '5', quantity: '3', status: 'sold' }] } },
  'the store has one pet and none of it': { setting: { pets: [{ petId: '5', quantity: '0', status: 'sold' }] } },
  'the store has 5,000 pets': {
    setting: {
      pets: petsWith(
        [...Array(5_000).keys()].map((index) => index % 97),
        (index) => BigInt(index) * 3n + 1n,
      ),
    },
  },
  'all quantities are equal': { setting: { pets: petsWith([4, 4, 4, 4], (index) => BigInt(index) + 10n) } },
  'ids go to the bounds of int64': {
    setting: {
      pets: petsWith([1, 2, 3, 4], (index) => [2n ** 63n - 1n, -(2n ** 63n), 0n, 2n ** 63n - 2n][index] ?? 1n),
    },
  },
  'ids go beyond 2^53': { setting: { pets: petsWith([1, 2, 3], (index) => 2n ** 53n + BigInt(index)) } },
  'quantities are large and negative': {
    setting: { pets: petsWith(['9007199254740993', '-12', '2147483648'], (index) => BigInt(index) + 1n) },
  },
  'quantities go from 0 to 100,000': updatesRefusedWith(400, (call) => {
    const quantity = BigInt(call.seams.readQuantity(call) ?? 0);
    return quantity < 0n || quantity > 100_000n;
  }),
  'quantities have no more than 32 bits': updatesRefusedWith(400, (call) => {
    const quantity = BigInt(call.seams.readQuantity(call) ?? 0);
    return BigInt.asIntN(32, quantity) !== quantity;
  }),

  'listings come from a cache': cachedListings,
  'every answer is marked as a copy of a cache': markedAsCopies,
  'every answer takes three seconds': { setting: { answerMs: 3_000 } },

  'another writer sells other pets now and then': { isShared: true, ...anotherWriter(6, sellOne) },
  'another writer is busy': {
    isShared: true,
    setting: { pets: petsWith(Array(200).fill(50), (index) => BigInt(index) + 1n) },
    ...anotherWriter(1, (pets, turn) => {
      for (let i = 0; i < 20; i++) sellOne(pets, turn * 20 + i);
    }),
  },
  'another writer receives a new pet': {
    isShared: true,
    ...anotherWriter(9, (pets, turn) =>
      pets.push({ petId: String(70_000 + turn), quantity: '1', status: 'available' }),
    ),
  },
  'another writer sells a pet off': {
    isShared: true,
    setting: { pets: petsWith(Array(60).fill(2), (index) => BigInt(index) + 1n) },
    ...anotherWriter(9, (pets) => pets.shift()),
  },
  'another writer counts every pet once': {
    isShared: true,
    beforehand:
      () =>
      ({ state }) => {
        if (state.requests === 24) for (const pet of state.pets) pet.quantity = '31';
      },
  },
  'another writer changes statuses now and then': {
    isShared: true,
    ...anotherWriter(7, (pets, turn) => {
      const pet = pets[turn % pets.length];
      if (pet !== undefined) pet.status = statuses[turn % 3] ?? 'sold';
    }),
  },
};
