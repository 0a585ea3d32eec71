import { type ServiceResponse, withHeader } from '../conformant-service/service.js';
import type { Changes } from '../conformant-service/steps.js';
import type { Pet } from '../conformant-service/traits.js';
import { everyResponse } from './changes.js';
import type { Variation } from './faulty-service.js';

const statuses = ['available', 'pending', 'sold'] as const;

const petsWith = (quantities: readonly (number | bigint)[], idOf = (index: number) => BigInt(index) + 1n): Pet[] =>
  quantities.map((quantity, index) => ({
    petId: idOf(index),
    quantity: BigInt(quantity),
    status: statuses[index % 3] ?? 'sold',
  }));

/** The list comes from a cache for some seconds, and has an Age then. */
const cachedListings: Changes = {
  finish: () => {
    let stored: { response: ServiceResponse; atMs: number } | undefined;
    return ({ operation, nowMs, state }, response) => {
      if (operation !== 'listInventory' || response.status !== 200) return response;
      if (stored !== undefined && nowMs - stored.atMs < 20_000 && state.requests % 3 === 0) {
        return withHeader(stored.response, 'Age', String(Math.max(1, Math.round((nowMs - stored.atMs) / 1_000))));
      }
      stored = { response, atMs: nowMs };
      return response;
    };
  },
};

/** Another writer changes something before some of the requests. */
const anotherWriter = (every: number, change: (pets: Pet[], turn: number) => void): Variation => ({
  isShared: true,
  beforehand: () => (call) => {
    if (call.state.requests % every === 0) change(call.state.pets, call.state.requests / every);
  },
});

function sellOne(pets: Pet[], turn: number): void {
  const pet = pets[turn % pets.length];
  if (pet !== undefined) pet.quantity += turn % 2 === 0 || pet.quantity <= 0n ? 1n : -1n;
}

/** Other stores, and other people in them. */
export const storeVariations: Readonly<Record<string, Variation>> = {
  'the store is empty': { traits: { stock: [] } },
  'the store has one pet': { traits: { stock: [{ petId: 5n, quantity: 3n, status: 'sold' }] } },
  'the store has one pet with quantity 0': { traits: { stock: [{ petId: 5n, quantity: 0n, status: 'sold' }] } },
  'the store has 5,000 pets': {
    traits: {
      stock: petsWith(
        Array.from({ length: 5_000 }, (_, index) => index % 97),
        (index) => BigInt(index) * 3n + 1n,
      ),
    },
  },
  'all quantities are equal': { traits: { stock: petsWith([4, 4, 4, 4]) } },
  'ids go to the bounds of int64': {
    traits: {
      stock: petsWith([1, 2, 3, 4], (index) => [2n ** 63n - 1n, -(2n ** 63n), 0n, 2n ** 63n - 2n][index] ?? 1n),
    },
  },
  'ids go beyond 2^53': { traits: { stock: petsWith([1, 2, 3], (index) => 2n ** 53n + BigInt(index)) } },
  'quantities are large and negative': {
    traits: { stock: petsWith([9_007_199_254_740_993n, -12, 2_147_483_648]) },
  },
  'quantities go from 0 to 100,000': { traits: { quantities: [0n, 100_000n] } },
  'quantities have no more than 32 bits': { traits: { quantities: [-(2n ** 31n), 2n ** 31n - 1n] } },

  'listings come from a cache': cachedListings,
  'every response is marked as cached': everyResponse((response) => withHeader(response, 'X-Cache', 'HIT')),
  'every response takes three seconds': { traits: { latencyMs: 3_000 } },

  'another writer sells other pets now and then': anotherWriter(6, sellOne),
  'another writer is busy': {
    traits: { stock: petsWith(Array(200).fill(50)) },
    ...anotherWriter(1, (pets, turn) => {
      for (let i = 0; i < 20; i++) sellOne(pets, turn * 20 + i);
    }),
  },
  'another writer receives a new pet': anotherWriter(9, (pets, turn) =>
    pets.push({ petId: BigInt(70_000 + turn), quantity: 1n, status: 'available' }),
  ),
  'another writer sells a pet off': {
    traits: { stock: petsWith(Array(60).fill(2)) },
    ...anotherWriter(9, (pets) => pets.shift()),
  },
  'another writer counts every pet once': anotherWriter(24, (pets, turn) => {
    if (turn === 1) for (const pet of pets) pet.quantity = 31n;
  }),
  'another writer changes statuses now and then': anotherWriter(7, (pets, turn) => {
    const pet = pets[turn % pets.length];
    if (pet !== undefined) pet.status = statuses[turn % 3] ?? 'sold';
  }),
};
