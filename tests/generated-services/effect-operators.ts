import { type Call, type Changes, petOf } from '../conformant-service/steps.js';
import type { Pet } from '../conformant-service/traits.js';
import { type Gate, opener } from './gates.js';
import { hasPet, nameOf, type Operator, type Outcome, outcomes, type Place, type Variant } from './mutation.js';

// Operators on what requests do to the stock.

/** Does something to the stock after a request with one outcome; `before` is what the pet was. */
export type Effect = (call: Call, pet: Pet | undefined, before: Pet | undefined) => void;

export function afterwards(outcome: Outcome, effect: Effect): (gate: Gate) => Changes {
  return (gate) => ({
    finish: (usual) => {
      const isOpen = opener(gate);
      return (call, response) => {
        const given = usual(call, response);
        const isHere = outcome.status === 200 ? given.status < 300 : given.status === outcome.status;
        if (call.operation === outcome.operation && isHere && isOpen(call)) {
          const pet = petOf(call);
          effect(call, pet, befores.get(call.state));
        }
        return given;
      };
    },
    beforehand: (usual) => (call) => {
      usual(call);
      const pet = petOf(call);
      befores.set(call.state, pet === undefined ? undefined : { ...pet });
    },
  });
}

/** The pet as it was before the latest request of a service. */
const befores = new WeakMap<Call['state'], Pet | undefined>();

export const update: Outcome = { operation: 'updateInventory', status: 200 };

const neighbourOf = (call: Call, pet: Pet, step: number): Pet | undefined => {
  const { pets } = call.state;
  const found = pets.at((pets.indexOf(pet) + step) % pets.length);
  return found === pet ? undefined : found;
};

const otherStatusOf = ({ status }: Pet) => (status === 'sold' ? 'available' : 'sold');

/** Effects on other pets than the updated one, or on more of it than its quantity. */
const strayEffects: Readonly<Record<string, Effect>> = {
  'the next pet too': (call, pet) => {
    const next = pet && neighbourOf(call, pet, 1);
    if (pet && next) next.quantity = pet.quantity;
  },
  'the previous pet too': (call, pet) => {
    const previous = pet && neighbourOf(call, pet, -1);
    if (pet && previous) previous.quantity = pet.quantity;
  },
  'the next pet instead': (call, pet, before) => {
    const next = pet && neighbourOf(call, pet, 1);
    if (!pet || !before || !next) return;
    next.quantity = pet.quantity;
    pet.quantity = before.quantity;
  },
  'the difference of the next pet': (call, pet, before) => {
    const next = pet && neighbourOf(call, pet, 1);
    if (pet && before && next) next.quantity -= pet.quantity - before.quantity;
  },
  'all pets of the same status': ({ state }, pet) => {
    for (const each of state.pets) if (pet && each.status === pet.status) each.quantity = pet.quantity;
  },
  'all pets': ({ state }, pet) => {
    for (const each of state.pets) if (pet) each.quantity = pet.quantity;
  },
  'one less of the first pet': ({ state }) => {
    const [first] = state.pets;
    if (first) first.quantity -= 1n;
  },
  'the status of the pet': (_call, pet) => {
    if (pet) pet.status = otherStatusOf(pet);
  },
  'the status at 0': (_call, pet) => {
    if (pet?.quantity === 0n) pet.status = 'sold';
  },
  'the status of the next pet': (call, pet) => {
    const next = pet && neighbourOf(call, pet, 1);
    if (next) next.status = otherStatusOf(next);
  },
  'the pet is removed': ({ state }, pet) => {
    if (pet) state.pets.splice(state.pets.indexOf(pet), 1);
  },
  'the pet is removed at 0': ({ state }, pet) => {
    if (pet?.quantity === 0n) state.pets.splice(state.pets.indexOf(pet), 1);
  },
  'the pet is there twice': ({ state }, pet) => {
    if (pet) state.pets.push({ ...pet });
  },
  'a pet is added': ({ state }) => {
    state.pets.push({ petId: BigInt(500_000 + state.requests), quantity: 1n, status: 'available' });
  },
};

/** Returns what a request asks to store, however it is written. */
export function quantityIn({ request }: Call): bigint {
  const digits = /-?\d{1,18}/.exec(request.body ?? '')?.[0];
  return BigInt(digits ?? 0);
}

/** Of requests that are rejected, or only read. */
const refusedEffects: Readonly<Record<string, Effect>> = {
  'stores what was sent': (call, pet) => {
    if (pet) pet.quantity = quantityIn(call);
  },
  'stores 0': (_call, pet) => {
    if (pet) pet.quantity = 0n;
  },
  'takes one': (_call, pet) => {
    if (pet) pet.quantity -= 1n;
  },
  'changes the status': (_call, pet) => {
    if (pet) pet.status = otherStatusOf(pet);
  },
};
const otherEffects: Readonly<Record<string, Effect>> = {
  'takes one of the first pet': ({ state }) => {
    const [first] = state.pets;
    if (first) first.quantity -= 1n;
  },
  'takes one of the last pet': ({ state }) => {
    const last = state.pets.at(-1);
    if (last) last.quantity -= 1n;
  },
  'changes the status of the last pet': ({ state }) => {
    const last = state.pets.at(-1);
    if (last) last.status = otherStatusOf(last);
  },
  'removes the last pet': ({ state }) => {
    state.pets.pop();
  },
  'adds a pet': ({ state }) => {
    state.pets.push({ petId: BigInt(600_000 + state.requests), quantity: 1n, status: 'available' });
  },
};
const creating: Readonly<Record<string, Effect>> = {
  'creates the pet': (call) => {
    const petId = BigInt(/^-?\d{1,18}$/.exec(call.pathId ?? '')?.[0] ?? 0);
    if (!call.state.pets.some((pet) => pet.petId === petId)) {
      call.state.pets.push({ petId, quantity: quantityIn(call), status: 'available' });
    }
  },
};

export function variantsOf(outcome: Outcome, effects: Readonly<Record<string, Effect>>): Variant[] {
  return Object.entries(effects).map(([name, effect]) => ({ name, changes: afterwards(outcome, effect) }));
}

function effectPlace(outcome: Outcome, ...effects: readonly Readonly<Record<string, Effect>>[]): Place {
  const variants = effects.flatMap((each) => variantsOf(outcome, each));
  return { name: `${nameOf(outcome)} effect`, hasPet: hasPet(outcome), variants };
}

function effectsOf(outcome: Outcome): readonly Readonly<Record<string, Effect>>[] {
  if (outcome.operation !== 'updateInventory') return [otherEffects];
  return outcome.status === 404 ? [otherEffects, creating] : [otherEffects, refusedEffects];
}

/** The one place where updates have an effect. */
export const onUpdate = (variants: readonly Variant[]): Place[] => [
  { name: 'updateInventory 200 effect', hasPet: true, variants },
];

const isRead = ({ operation, status }: Outcome) => operation !== 'updateInventory' && status === 200;
const isRefused = ({ status }: Outcome) => status !== 200;

/** Operators on effects by name. */
export const effectOperators: readonly Operator[] = [
  { name: 'effect elsewhere', places: onUpdate(variantsOf(update, strayEffects)) },
  {
    name: 'effect of a refused request',
    places: outcomes.filter(isRefused).map((outcome) => effectPlace(outcome, ...effectsOf(outcome))),
  },
  {
    name: 'effect of a read request',
    places: outcomes.filter(isRead).map((outcome) => effectPlace(outcome, otherEffects)),
  },
];
