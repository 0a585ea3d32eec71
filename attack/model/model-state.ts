import { plans } from '../../src/spec/plans.js';
import type { ServedFake } from '../served.js';
import type { KeyModel } from './quota-model.js';
import type { StoreModel } from './store-model.js';

export const CONNECTIONS = 32;
/** Requests that each connection sends in a round. */
export const BATCH = 16;
export const UNLIMITED = 1_000_000_000;
/** Its quota is never used up, so the requests that it has left tell in which order the server carried them out. */
export const ORDERED_KEY = 'test_enterprise';
export const quotaKeys = ['test_free', 'test_pro', 'test_business'] as const;

export interface Model {
  nowMs: number;
  readonly store: StoreModel;
  readonly keys: Readonly<Record<string, KeyModel>>;
}

/** Stops the clock of a fresh server and returns its state. */
export async function initialState({ admin }: ServedFake): Promise<Model> {
  const { now } = await admin.clock.freeze();
  const { items } = await admin.inventory.list({ limit: 1_000 });
  const keyOf = (perMinute: number, perDay: number): KeyModel => ({
    limits: { minute: perMinute, day: perDay },
    used: {},
    bannedUntilMs: 0,
  });
  const limited = (['free', 'pro', 'business'] as const).map((plan, index) => [
    quotaKeys[index] as string,
    keyOf(plans[plan].perMinute, plans[plan].perDay),
  ]);
  return {
    nowMs: Date.parse(now),
    store: { stock: new Map(items.map(({ petId, quantity, status }) => [petId, { quantity, status }])), messages: 0 },
    keys: { [ORDERED_KEY]: keyOf(UNLIMITED, UNLIMITED), ...Object.fromEntries(limited) },
  };
}
