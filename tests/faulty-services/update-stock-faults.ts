import type { Json } from '../conformant-service/json.js';
import { type Changes, petOf, type State } from '../conformant-service/steps.js';
import type { Pet } from '../conformant-service/traits.js';
import { afterUpdate, availablePets, failing, type JsonObject } from './changes.js';
import type { Fault } from './faulty-service.js';

/** If the budget has no room for a listing after the first update, another quantity shows it. */
const stored = {
  breaks: 'update.sets-quantity',
  seenAt: 'write',
  caughtBy: ['update/stored', 'update/accepted-means-stored'],
} as const;
const sets = { breaks: 'update.sets-quantity', seenAt: 'write', caughtBy: ['update/sets', 'update/stored'] } as const;
const accepted = {
  breaks: 'inventory-update.quantity',
  seenAt: 'write',
  caughtBy: ['update/accepted-means-stored'],
} as const;
const onlyThisPet = {
  breaks: 'update.updates-one-pet',
  seenAt: 'write',
  caughtBy: ['update/only-this-pet'],
} as const;
const keepsStatus = {
  breaks: 'update.changes-quantity',
  seenAt: 'write',
  caughtBy: ['update/keeps-status', 'update/answer'],
} as const;

/** Stores something else than was sent. */
const storedAs = (change: (sent: bigint, before: bigint) => bigint): Changes => ({
  setQuantity: (usual) => (call, pet, quantity) => usual(call, pet, change(quantity, pet.quantity)),
});

/** What an update does to the stock (§4.2). */
export const updateStockFaults: Readonly<Record<string, Fault>> = {
  'stores nothing': { ...stored, ...returnsWithoutStoring() },
  'stores one less than it returns': {
    ...stored,
    ...afterUpdate(200, (pet) => {
      pet.quantity -= 1n;
    }),
  },
  'ignores the body of an update': {
    ...stored,
    caughtBy: ['update/answer'],
    setQuantity: () => () => undefined,
  },
  'forgets an update at the next listing': {
    ...stored,
    ...forgetsAtTheNextListing(),
  },
  'lists what was before an update': {
    ...stored,
    breaks: 'inventory.returns-current-stock-levels',
    listInventory: (usual) => {
      const firsts: ReturnType<typeof usual>[] = [];
      return (call) => {
        firsts[0] ??= usual(call);
        return firsts[0];
      };
    },
  },
  'stores a quantity as a string': {
    breaks: 'inventory-item.quantity',
    seenAt: 'write',
    caughtBy: ['update/answer', 'inventory/list-shape'],
    ...marksUpdatedPets((item) => ({ ...item, quantity: String(item.quantity) })),
  },
  'adds instead of setting': { ...sets, ...storedAs((sent, before) => before + sent), caughtBy: ['update/answer'] },
  'subtracts what was sold': { ...sets, ...storedAs((sent, before) => before - sent), caughtBy: ['update/answer'] },
  'rejects the current quantity': {
    breaks: 'update.sets-quantity',
    seenAt: 'write',
    caughtBy: ['update/sets'],
    ...failing('updateInventory', 400, (call) => petOf(call)?.quantity === call.steps.readQuantity(call)),
  },
  'responds to a repeated update with 409': {
    breaks: 'update.sets-quantity',
    seenAt: 'write',
    caughtBy: ['update/sets'],
    ...failing('updateInventory', 409, (call) => petOf(call)?.quantity === call.steps.readQuantity(call)),
  },
  'toggles at a repeated update': {
    breaks: 'update.sets-quantity',
    seenAt: 'write',
    caughtBy: ['update/sets'],
    ...storedAs((sent, before) => (sent === before ? 0n : sent)),
  },

  'clamps negative quantities to 0': { ...accepted, ...storedAs((sent) => (sent < 0n ? 0n : sent)) },
  'cuts quantities to 32 bits': { ...accepted, ...storedAs((sent) => BigInt.asIntN(32, sent)) },
  'cuts quantities to 32 bits but returns them whole': {
    ...accepted,
    ...afterUpdate(200, (pet) => {
      pet.quantity = BigInt.asIntN(32, pet.quantity);
    }),
  },
  'caps quantities at a million': {
    ...accepted,
    ...storedAs((sent) => (sent > 1_000_000n ? 1_000_000n : sent)),
  },
  'drops the sign of a quantity': { ...accepted, ...storedAs((sent) => (sent < 0n ? -sent : sent)) },
  'ignores a quantity of 0': {
    ...accepted,
    caughtBy: ['update/accepted-means-stored', 'update/answer'],
    ...storedAs((sent, before) => (sent === 0n ? before : sent)),
  },
  'ignores a quantity of -1': { ...accepted, ...storedAs((sent, before) => (sent === -1n ? before : sent)) },
  'ignores negative quantities': {
    ...accepted,
    ...storedAs((sent, before) => (sent < 0n ? before : sent)),
  },
  'fails at quantities beyond 32 bits': {
    ...accepted,
    caughtBy: ['status/documented', 'update/accepted-means-stored'],
    ...failing('updateInventory', 500, (call) => {
      const quantity = call.steps.readQuantity(call);
      return typeof quantity === 'bigint' && quantity > 2_147_483_647n;
    }),
  },

  'changes the neighbour too': {
    ...onlyThisPet,
    setQuantity: (usual) => (call, pet, quantity) => {
      usual(call, pet, quantity);
      const { pets } = call.state;
      const neighbour = pets[(pets.indexOf(pet) + 1) % pets.length];
      if (neighbour !== undefined) neighbour.quantity = quantity;
    },
  },
  'changes every pet of the same status': {
    ...onlyThisPet,
    traits: { stock: availablePets(1n, 2n, 3n) },
    setQuantity: () => (call, pet, quantity) => {
      for (const each of call.state.pets) if (each.status === pet.status) each.quantity = quantity;
    },
  },
  'takes the difference from the next pet': {
    ...onlyThisPet,
    setQuantity: (usual) => (call, pet, quantity) => {
      const { pets } = call.state;
      const next = pets[(pets.indexOf(pet) + 1) % pets.length];
      if (next !== undefined && next !== pet) {
        next.quantity -= quantity - pet.quantity;
      }
      usual(call, pet, quantity);
    },
  },
  'drops a pet when none is left': {
    ...onlyThisPet,
    caughtBy: ['update/only-this-pet', 'update/accepted-means-stored'],
    traits: { stock: availablePets(3n, 4n, 5n) },
    ...afterUpdate(200, (pet, { state }) => {
      if (pet.quantity === 0n) state.pets.splice(state.pets.indexOf(pet), 1);
    }),
  },
  'adds a pet with each update': {
    ...onlyThisPet,
    ...afterUpdate(200, (_pet, { state }) => {
      state.pets.push({ petId: BigInt(5_000 + state.requests), quantity: 1n, status: 'available' });
    }),
  },

  'marks a pet as sold when none is left': {
    ...keepsStatus,
    traits: { stock: availablePets(3n, 4n, 5n) },
    setQuantity: (usual) => (call, pet, quantity) => {
      usual(call, pet, quantity);
      if (quantity === 0n) pet.status = 'sold';
    },
  },
  'marks every updated pet as pending': {
    ...keepsStatus,
    traits: { stock: availablePets(3n, 4n, 5n) },
    setQuantity: (usual) => (call, pet, quantity) => {
      usual(call, pet, quantity);
      pet.status = 'pending';
    },
  },
};

function returnsWithoutStoring(): Changes {
  return {
    updateInventory: (usual) => (call) => {
      const pet = petOf(call);
      const before = pet?.quantity;
      const given = usual(call);
      if (pet !== undefined && before !== undefined) pet.quantity = before;
      return given;
    },
  };
}

function forgetsAtTheNextListing(): Changes {
  const memories = new WeakMap<State, { pet: Pet; quantity: bigint }>();
  return {
    setQuantity: (usual) => (call, pet, quantity) => {
      if (!memories.has(call.state)) memories.set(call.state, { pet, quantity: pet.quantity });
      usual(call, pet, quantity);
    },
    listInventory: (usual) => (call) => {
      const memory = memories.get(call.state);
      if (memory !== undefined) memory.pet.quantity = memory.quantity;
      memories.delete(call.state);
      return usual(call);
    },
  };
}

/** Writes an item differently once its pet was updated. */
function marksUpdatedPets(change: (item: JsonObject) => Json): Changes {
  const updated = new WeakSet<Pet>();
  return {
    setQuantity: (usual) => (call, pet, quantity) => {
      updated.add(pet);
      usual(call, pet, quantity);
    },
    item: (usual) => (call, pet) => (updated.has(pet) ? change(usual(call, pet) as JsonObject) : usual(call, pet)),
  };
}
