/**
 * Times what a server pays for worlds of their own with 100 pets: opening one, finding the one that a request's key leads to,
 * and what a thousand of them hold. Runs in its own process, started with --expose-gc, and sends the results.
 */
import { handle } from '../mocks/handle.js';
import { completeRequest } from '../mocks/petstore.js';
import { World } from '../mocks/world.js';
import { Worlds } from '../src/server/worlds/worlds.js';
import type { WorldsCost } from './many-worlds-comparison.js';
import { median, type Sample } from './statistics.js';

const PETS = 100;
const BATCH = 20;
const WARM_UP_BATCHES = 10;
const LIVE_WORLDS = 1_000;
const ROUTED = 200_000;

const batches = Number(process.argv[2]);

const cost: WorldsCost = {
  openMs: timeOpening(),
  ...timeRouting(),
  ...measureHeap(),
};
process.send?.(cost);

function openServed() {
  return new Worlds({
    createWorld: (own, links) => new World({ pets: PETS, journalLimit: 10_000, ...own }, links),
    most: LIVE_WORLDS,
  });
}

/** Milliseconds for one, batch by batch. */
function timeOpening(): Sample {
  const worlds = openServed();
  const times: number[] = [];
  for (let batch = -WARM_UP_BATCHES; batch < batches; batch += 1) {
    const startMs = performance.now();
    const opened = Array.from({ length: BATCH }, () => worlds.open({}).served.id);
    if (batch >= 0) times.push((performance.now() - startMs) / BATCH);
    for (const id of opened) worlds.delete(id);
  }
  worlds.close();
  return times;
}

/** Nanoseconds for one request: with the shared world only, and with a thousand. */
function timeRouting(): Pick<WorldsCost, 'aloneNs' | 'sharedNs' | 'isolatedNs'> {
  const worlds = openServed();
  const ordinary = listWith('test_enterprise');
  const time = (requests: readonly Parameters<typeof worlds.find>[0][]) => {
    const times: number[] = [];
    for (let round = -5; round < 15; round += 1) {
      const startMs = performance.now();
      for (let index = 0; index < ROUTED; index += 1) worlds.find(requests[index % requests.length] ?? ordinary);
      if (round >= 0) times.push(((performance.now() - startMs) * 1e6) / ROUTED);
    }
    return median(times);
  };
  const aloneNs = time([ordinary]);
  const isolated = Array.from({ length: LIVE_WORLDS }, () => listWith(worlds.open({}).key));
  const sharedNs = time([ordinary]);
  const isolatedNs = time(isolated);
  worlds.close();
  return { aloneNs, sharedNs, isolatedNs };
}

/** Kilobytes of heap that one holds: just opened, and after its list was asked for, changed and asked for again. */
function measureHeap(): Pick<WorldsCost, 'kilobytes' | 'usedKilobytes'> {
  const worlds = openServed();
  const before = usedBytes();
  const opened = Array.from({ length: LIVE_WORLDS }, () => worlds.open({}));
  const fresh = usedBytes();
  for (const { served, key } of opened) {
    for (const request of [listWith(key), changeWith(key), listWith(key)]) handle(request, served.world);
  }
  const used = usedBytes();
  worlds.close();
  const perWorld = (bytes: number) => (bytes - before) / opened.length / 1000;
  return { kilobytes: perWorld(fresh), usedKilobytes: perWorld(used) };
}

function usedBytes(): number {
  if (globalThis.gc === undefined) throw new Error('Start this program with --expose-gc.');
  globalThis.gc();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

/** As many headers as a browser sends. */
function listWith(key: string) {
  const headers = {
    Host: '127.0.0.1:4290',
    Connection: 'keep-alive',
    Accept: '*/*',
    'Accept-Language': 'en',
    'Accept-Encoding': 'gzip, deflate, br',
    'User-Agent': 'benchmark',
    Origin: 'http://localhost:5173',
    Authorization: `Bearer ${key}`,
  };
  return completeRequest({ method: 'GET', path: '/v1/inventory', headers });
}

function changeWith(key: string) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return completeRequest({ method: 'PATCH', path: '/v1/inventory/1', headers, body: '{"quantity":5}' });
}
