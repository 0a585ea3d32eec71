/**
 * Times what a test pays for a fresh fake of 100 pets: making one, against the few lines that one would write by hand,
 * putting one back, and what a thousand of them hold. Runs in its own process, started with --expose-gc, and
 * sends what it found.
 */
import { drop, factory, primaryKey } from '@mswjs/data';
import { http } from 'msw';
import { createPetstore } from '../src/index.js';
import type { WorldFigures } from './in-process.js';

const PETS = 100;
const BATCH = 20;
const WARM_UP_BATCHES = 10;
const LIVE_WORLDS = 1_000;

const batches = Number(process.argv[2]);
const stock = createPetstore({ pets: PETS }).inventory.list();
const petstore = createPetstore({ pets: PETS });

const makers = {
  fresh: () => void createPetstore({ pets: PETS }),
  byHand,
  reset: () => {
    petstore.inventory.set(1, 5);
    petstore.reset();
  },
  restore: () => {
    const snapshot = petstore.snapshot();
    petstore.inventory.set(1, 5);
    petstore.restore(snapshot);
  },
};
type Maker = keyof typeof makers;
const times: Record<Maker, number[]> = { fresh: [], byHand: [], reset: [], restore: [] };

for (let batch = -WARM_UP_BATCHES; batch < batches; batch += 1) {
  for (const name of Object.keys(makers) as Maker[]) {
    const milliseconds = timeBatch(makers[name]);
    if (batch >= 0) times[name].push(milliseconds);
  }
}
const figures: WorldFigures = {
  freshMs: times.fresh,
  byHandMs: times.byHand,
  resetMs: times.reset,
  restoreMs: times.restore,
  kilobytes: heldKilobytes(),
};
process.send?.(figures);

/** Milliseconds for one. */
function timeBatch(make: () => void): number {
  const startMs = performance.now();
  for (let index = 0; index < BATCH; index += 1) make();
  return (performance.now() - startMs) / BATCH;
}

function heldKilobytes(): number {
  const before = usedBytes();
  const worlds = Array.from({ length: LIVE_WORLDS }, () => createPetstore({ pets: PETS }));
  const held = usedBytes() - before;
  return held / worlds.length / 1000;
}

function usedBytes(): number {
  if (globalThis.gc === undefined) throw new Error('Start this program with --expose-gc.');
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** What one would write: the same records in the same library, and a handler for the list. No key, no quota, no other operation. */
function byHand(): void {
  const database = factory({ inventory: { petId: primaryKey(Number), quantity: Number, status: String } });
  for (const { petId, quantity, status } of stock)
    database.inventory.create({ petId: Number(petId), quantity, status });
  http.get('http://petstore.test/v1/inventory', () => Response.json(database.inventory.getAll()));
  drop(database);
}
