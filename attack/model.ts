import { createDraw, type Draw } from '../contract-tests/draw.js';
import { type Attack, type AttackContext, type AttackResult, pick, scaled } from './attack.js';
import { Connection } from './connection.js';
import { type Call, drawBatch } from './model/draw-batch.js';
import { judgeRound } from './model/judge-round.js';
import { BATCH, CONNECTIONS, initialState, type Model, quotaKeys, UNLIMITED } from './model/model-state.js';
import { type KeyModel, setRemaining } from './model/quota-model.js';
import { attackServed, type ServedFake, serveFake } from './served.js';

const OPERATIONS = 50_000;
const SNAPSHOT = 'attack';
const steps = [0, 0, 0, 1, 999, 10_000, 59_999, 60_000, 60_000, 60_001, 61_000, 299_999, 300_000, 86_400_000] as const;

/** Compares concurrent clients with a model that is carried out one request after the other. */
export const model: Attack = {
  name: 'model',
  what: `modelled operations over ${CONNECTIONS} connections: stock, messages, quotas and bans, exact in every response`,
  run(context) {
    const behaviour = { 'enterprise-limits': { perMinute: UNLIMITED, perDay: UNLIMITED } };
    return attackServed(serveFake({ folder: context.folder, behaviour }), async (fake) => {
      const connections = Array.from({ length: CONNECTIONS }, () => new Connection(fake.port));
      try {
        return await compare(fake, connections, context);
      } finally {
        for (const connection of connections) connection.close();
      }
    });
  },
};

async function compare(
  fake: ServedFake,
  connections: readonly Connection[],
  context: AttackContext,
): Promise<AttackResult> {
  const all = scaled(context, OPERATIONS);
  const failures: string[] = [];
  let state = await initialState(fake);
  let saved = structuredClone(state);
  await fake.admin.snapshots.take({ name: SNAPSHOT });
  let tried = 0;
  for (let round = 0; tried < all && failures.length === 0; round++) {
    const draw = createDraw(context.seed, `model ${round}`);
    if (draw.fraction() < 0.05) {
      state = structuredClone(saved);
      await fake.admin.snapshots.restore({ name: SNAPSHOT });
    }
    tried += await steer(fake, state, draw);
    if (draw.fraction() < 0.1) {
      saved = structuredClone(state);
      await fake.admin.snapshots.take({ name: SNAPSHOT });
    }
    const batches = connections.map(() => drawBatch(draw, state));
    const received = await Promise.all(
      connections.map((connection, index) => connection.send((batches[index] ?? []).map(({ request }) => request))),
    );
    const exchanges = received.map((responses, index) =>
      responses.map((response, at) => ({ call: batches[index]?.[at] as Call, response })),
    );
    tried += CONNECTIONS * BATCH;
    failures.push(...judgeRound(state, exchanges).map((problem) => `round ${round}: ${problem}`));
    context.progress(tried, all);
  }
  return { tried, failures };
}

/** Moves the clock, and changes keys and stock through the admin API. Returns how many calls that took. */
async function steer({ admin }: ServedFake, state: Model, draw: Draw): Promise<number> {
  const by = pick(draw, steps);
  state.nowMs += by;
  await admin.clock.advance({ by });
  const key = pick(draw, quotaKeys);
  const keyModel = state.keys[key] as KeyModel;
  const petId = pick(draw, [...state.store.stock.keys()]);
  const quantity = draw.integer(0, 1_000);
  const calls: readonly (() => Promise<unknown>)[] = [
    () => {
      keyModel.bannedUntilMs = state.nowMs + 30_000;
      return admin.keys.ban({ key, for: '30s' });
    },
    () => {
      keyModel.bannedUntilMs = 0;
      return admin.keys.unban({ key });
    },
    () => {
      const window = pick(draw, ['minute', 'day'] as const);
      const remaining = draw.integer(0, 60);
      setRemaining(keyModel, window, remaining, state.nowMs);
      return admin.limits.set({ key, remaining, window });
    },
    () => {
      const pet = state.store.stock.get(petId);
      if (pet !== undefined) pet.quantity = quantity;
      return admin.inventory.set({ petId, quantity });
    },
  ];
  await pick(draw, calls)();
  return 2;
}
