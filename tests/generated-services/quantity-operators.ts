import { type Call, petOf } from '../conformant-service/steps.js';
import type { Pet } from '../conformant-service/traits.js';
import { afterwards, type Effect, onUpdate, update, variantsOf } from './effect-operators.js';
import { opener } from './gates.js';
import type { Operator, Variant } from './mutation.js';

// Operators on the quantity that an update stores.

const skipped: Readonly<Record<string, Effect>> = {
  'not stored': (_call, pet, before) => {
    if (pet && before) pet.quantity = before.quantity;
  },
};

const doubled: Readonly<Record<string, Effect>> = {
  'twice the quantity': (_call, pet) => {
    if (pet) pet.quantity *= 2n;
  },
  'the difference twice': (_call, pet, before) => {
    if (pet && before) pet.quantity += pet.quantity - before.quantity;
  },
  'added to what was there': (_call, pet, before) => {
    if (pet && before) pet.quantity += before.quantity;
  },
};

/** The response shows what is stored, or what was sent. */
function storedAs(change: (sent: bigint, before: bigint) => bigint, shows: 'all' | 'the list'): Variant['changes'] {
  if (shows === 'the list')
    return afterwards(update, (_call, pet, before) => {
      if (pet && before) pet.quantity = change(pet.quantity, before.quantity);
    });
  return (gate) => ({
    setQuantity: (usual) => {
      const isOpen = opener(gate);
      return (call, pet, quantity) => usual(call, pet, isOpen(call) ? change(quantity, pet.quantity) : quantity);
    },
  });
}

const storedValues: Readonly<Record<string, (sent: bigint, before: bigint) => bigint>> = {
  'as 32 bits': (sent) => BigInt.asIntN(32, sent),
  'as 32 bits without a sign': (sent) => BigInt.asUintN(32, sent),
  'as 16 bits': (sent) => BigInt.asIntN(16, sent),
  'as 8 bits': (sent) => BigInt.asUintN(8, sent),
  'as a float': (sent) => BigInt(Math.fround(Number(sent))),
  'as a double': (sent) => BigInt(Number(sent)),
  'modulo 1000': (sent) => sent % 1_000n,
  'modulo a million': (sent) => sent % 1_000_000n,
  'without a sign': (sent) => (sent < 0n ? -sent : sent),
  'at least 0': (sent) => (sent < 0n ? 0n : sent),
  'at least 1': (sent) => (sent < 1n ? 1n : sent),
  'at most 99': (sent) => (sent > 99n ? 99n : sent),
  'at most 9999': (sent) => (sent > 9_999n ? 9_999n : sent),
  'at most a million': (sent) => (sent > 1_000_000n ? 1_000_000n : sent),
  'in tens': (sent) => (sent / 10n) * 10n,
  'unless it is 0': (sent, before) => (sent === 0n ? before : sent),
  'unless it is less': (sent, before) => (sent < before ? before : sent),
  'unless it is negative': (sent, before) => (sent < 0n ? before : sent),
  'as a difference': (sent, before) => before + sent,
  'one less': (sent) => sent - 1n,
};

/** The update is stored some requests or some time later. */
function late(isDue: (requests: number, ms: number) => boolean): Variant['changes'] {
  return (gate) => ({
    beforehand: (usual) => {
      return (call) => {
        usual(call);
        const waiting = pending.get(call.state) ?? [];
        const due = waiting.filter(({ request, ms }) => isDue(call.state.requests - request, call.nowMs - ms));
        for (const { pet, quantity } of due) pet.quantity = quantity;
        pending.set(
          call.state,
          waiting.filter((each) => !due.includes(each)),
        );
      };
    },
    updateInventory: (usual) => {
      const isOpen = opener(gate);
      return (call) => {
        const pet = petOf(call);
        const before = pet?.quantity;
        const reply = usual(call);
        if (pet === undefined || before === undefined || reply.status !== 200 || !isOpen(call)) return reply;
        const one = { pet, quantity: pet.quantity, request: call.state.requests, ms: call.nowMs };
        pending.set(call.state, [...(pending.get(call.state) ?? []), one]);
        pet.quantity = before;
        return reply;
      };
    },
  });
}

interface Pending {
  readonly pet: Pet;
  readonly quantity: bigint;
  readonly request: number;
  readonly ms: number;
}
const pending = new WeakMap<Call['state'], readonly Pending[]>();

/** The update is undone some requests or some time later. */
function undone(isDue: (requests: number, ms: number) => boolean): Variant['changes'] {
  return (gate) => {
    const { beforehand } = late(isDue)(gate);
    const note = afterwards(update, ({ state, nowMs: ms }, pet, before) => {
      if (!pet || !before) return;
      const one = { pet, quantity: before.quantity, request: state.requests, ms };
      pending.set(state, [...(pending.get(state) ?? []), one]);
    })(gate);
    return {
      ...note,
      beforehand: (usual) => note.beforehand?.(beforehand?.(usual) ?? usual) ?? usual,
    };
  };
}

const lateWhen: Readonly<Record<string, (requests: number, ms: number) => boolean>> = {
  'one request': (requests) => requests > 1,
  'two requests': (requests) => requests > 2,
  'four requests': (requests) => requests > 4,
  'half a second': (_requests, ms) => ms > 500,
  'two seconds': (_requests, ms) => ms > 2_000,
};

/** Operators on stored quantities by name. */
export const quantityOperators: readonly Operator[] = [
  { name: 'effect skipped', places: onUpdate(variantsOf(update, skipped)) },
  { name: 'effect doubled', places: onUpdate(variantsOf(update, doubled)) },
  {
    name: 'effect late',
    places: onUpdate(
      Object.entries(lateWhen).flatMap(([name, isDue]) => [
        { name: `${name} late`, changes: late(isDue) },
        { name: `undone after ${name}`, changes: undone(isDue) },
      ]),
    ),
  },
  {
    name: 'effect of other value',
    places: onUpdate(
      Object.entries(storedValues).flatMap(([name, change]) =>
        (['all', 'the list'] as const).map((shows) => ({
          name: `${name}, seen in ${shows}`,
          changes: storedAs(change, shows),
        })),
      ),
    ),
  },
];
