import { createDraw } from '../../contract-tests/draw.js';
import { type Call, petOf } from '../conformant-service/steps.js';
import type { Pet } from '../conformant-service/traits.js';

/** Repeatable choices. */
export class Chance {
  readonly #draw;

  constructor(seed: number, purpose: string) {
    this.#draw = createDraw(seed, purpose);
  }

  /** Both ends are included. */
  integer(least: number, most: number): number {
    return this.#draw.integer(least, most);
  }

  isTrue(probability: number): boolean {
    return this.#draw.fraction() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.integer(0, items.length - 1)] as Item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.#draw.fraction() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}

/** When a mutation shows. */
export interface Gate {
  readonly name: string;
  /** Only for these pets. */
  readonly pets?: (pet: Pet) => boolean;
  /** Starts to count in one service. */
  count(): () => boolean;
}

const everyTime = () => () => true;

const counting = (name: string, isDue: (count: number) => boolean): Gate => ({
  name,
  count: () => {
    let count = 0;
    return () => isDue(++count);
  },
});

export const always: Gate = { name: 'always', count: everyTime };

/** Draws a gate, most often none. A gate for pets only where the place has a pet. */
export function drawGate(chance: Chance, stock: readonly Pet[], hasPet: boolean): Gate {
  if (chance.isTrue(0.5)) return always;
  const kinds = ['every n-th', 'after the k-th', 'only the first', ...(hasPet ? ['pets', 'pets', 'pets'] : [])];
  const kind = chance.pick(kinds);
  if (kind === 'pets') return chance.pick(petGates(stock));
  if (kind === 'only the first') return counting(kind, (count) => count === 1);
  const number = kind === 'every n-th' ? chance.integer(2, 4) : chance.integer(1, 4);
  return kind === 'every n-th'
    ? counting(`every ${number}. time`, (count) => count % number === 0)
    : counting(`after ${number} times`, (count) => count > number);
}

/** Classes of pets that the stock has. */
function petGates(stock: readonly Pet[]): Gate[] {
  const ids = stock.map(({ petId }) => petId);
  const smallest = ids.reduce((a, b) => (b < a ? b : a));
  const largest = ids.reduce((a, b) => (b > a ? b : a));
  const classes: Readonly<Record<string, (pet: Pet) => boolean>> = {
    'available pets': ({ status }) => status === 'available',
    'pending pets': ({ status }) => status === 'pending',
    'sold pets': ({ status }) => status === 'sold',
    'the first pet': ({ petId }) => petId === ids[0],
    'the last pet': ({ petId }) => petId === ids.at(-1),
    'the smallest id': ({ petId }) => petId === smallest,
    'the largest id': ({ petId }) => petId === largest,
    'ids beyond 2^31': ({ petId }) => petId >= 2n ** 31n,
    'ids beyond 2^53': ({ petId }) => petId > 2n ** 53n,
    'even ids': ({ petId }) => petId % 2n === 0n,
  };
  return Object.entries(classes)
    .filter(([, test]) => stock.some(test))
    .map(([name, test]) => {
      const chosen = new Set(stock.filter(test).map(({ petId }) => petId));
      return { name: `for ${name}`, pets: ({ petId }) => chosen.has(petId), count: everyTime };
    });
}

/** Starts to count the calls of one service. */
export function opener({ pets, count }: Gate): (call: Call) => boolean {
  const isDue = count();
  return (call) => {
    if (pets === undefined) return isDue();
    const pet = petOf(call);
    return pet !== undefined && pets(pet);
  };
}
