import { once } from 'node:events';
import { askProgram } from './ask-program.js';
import { startChild, stopChild } from './children.js';
import { mintIsolated, productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { inTurn } from './in-turn.js';
import { type LoadGenerator, type LoadOutcome, startLoadGenerator } from './load.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';
import { type RunningServer, startServer } from './running-server.js';
import type { Sample } from './statistics.js';
import { type StoreServer, startStore } from './store-server.js';
import type { PlannedRequest } from './workloads.js';

/** What an entry costs in process, in microseconds: PATCH and GET in turn on 100 pets. */
export interface EntryCost {
  readonly handleMicroseconds: number;
  readonly encodeMicroseconds: number;
  readonly decodeMicroseconds: number;
  /** Decoded and applied. */
  readonly foreignMicroseconds: number;
}

const layouts = [
  'one at a time',
  'one world',
  '100 worlds, each on all servers',
  '100 worlds, each on one server',
] as const;
type Layout = (typeof layouts)[number];

/** The rounds of one load on one fleet. */
export interface FleetFigures {
  readonly layout: Layout;
  /** 0: one server without a store. */
  readonly servers: number;
  /** With the CPU per response of all servers together, and of the store; NaN without /proc. */
  readonly rounds: readonly (LoadOutcome & {
    readonly serversMicroseconds: number;
    readonly storeMicroseconds: number;
  })[];
}

export interface StoreFigures extends EntryCost {
  /** Entries of all clients a second, by the number of clients. */
  readonly ordered: readonly { readonly clients: number; readonly perSecond: number }[];
  readonly fleets: readonly FleetFigures[];
  /** CPU of a response, and of the same entry at a server that only applies it, round by round. */
  readonly ownMicroseconds: Sample;
  readonly otherMicroseconds: Sample;
}

interface Fleet {
  readonly size: number;
  readonly servers: readonly RunningServer[];
  readonly keys: readonly string[];
}

const SIZES = [0, 1, 2, 4];
const PETS = 100;
const WORLDS = 100;
const CONNECTIONS = 16;
const CLIENTS = [1, 2];

/** Measures what it costs that several servers are one fake, against one server without a store. */
export async function compareStore(effort: Effort, workFolder: string): Promise<StoreFigures> {
  const store = await startStore(workFolder);
  const generator = startLoadGenerator();
  const fleets: Fleet[] = [];
  try {
    progress('store: the cost of an entry');
    const cost = (await askProgram([programPath('entry-cost'), String(effort.worldBatches)])) as EntryCost;
    const ordered = [];
    for (const clients of CLIENTS) ordered.push({ clients, perSecond: await orderEntries(store, clients, effort) });
    for (const size of SIZES) fleets.push(await startFleet(size, store, workFolder));
    const other = await compareOther(fleets, generator, effort);
    const figures: FleetFigures[] = [];
    for (const layout of layouts) figures.push(...(await compareFleets(layout, fleets, store, generator, effort)));
    return { ...cost, ordered, ...other, fleets: figures };
  } finally {
    await Promise.all([...fleets.flatMap(({ servers }) => servers), generator].map((each) => each.stop()));
    await store.stop();
  }
}

/** Returns the best of three: a client shares the machine's cores with the store and the other client. */
async function orderEntries({ url }: StoreServer, clients: number, { orderedSeconds }: Effort): Promise<number> {
  const rates: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    progress(`store: ordered entries, ${clients} clients`);
    const children = Array.from({ length: clients }, () =>
      startChild([programPath('ordered-entries'), url, String(orderedSeconds)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    await Promise.all(children.map((child) => once(child, 'message')));
    for (const child of children) child.send('go');
    const returned = await Promise.all(children.map((child) => once(child, 'message')));
    rates.push(returned.reduce((sum, [rate]) => sum + Number(rate), 0));
    await Promise.all(children.map(stopChild));
  }
  return Math.max(...rates);
}

async function startFleet(size: number, { url }: StoreServer, workFolder: string): Promise<Fleet> {
  progress(`store: starting ${size === 0 ? 'one server without a store' : `${size} with one`}`);
  const shared = size === 0 ? [] : ['--store', url, '--store-name', `fleet-${size}`];
  const flags = [...(await productArguments(PETS, workFolder)), ...shared];
  const servers: RunningServer[] = [];
  for (let index = 0; index < Math.max(1, size); index += 1) servers.push(await startServer(flags));
  const keys: string[] = [];
  const [first] = servers;
  while (first !== undefined && keys.length < WORLDS) keys.push(await mintIsolated(first));
  return { size, servers, keys };
}

/** One of two servers gets all requests, the other one applies them. Returns CPU microseconds of both per request. */
async function compareOther(
  fleets: readonly Fleet[],
  generator: LoadGenerator,
  { rounds, roundSeconds }: Effort,
): Promise<Pick<StoreFigures, 'ownMicroseconds' | 'otherMicroseconds'>> {
  const pair = fleets.filter(({ size }) => size === 2);
  const title = 'store, an entry of another server';
  const [costs = []] = await inTurn(title, rounds, pair, async ({ servers, keys }) => {
    const url = servers.slice(0, 1).map((server) => server.url);
    const job = { url, requests: planRequests('one world', keys), seconds: roundSeconds };
    const { cpuMicroseconds } = await generator.send(job, servers);
    return cpuMicroseconds;
  });
  const of = (server: number) => costs.map((cost) => cost[server] ?? Number.NaN);
  return { ownMicroseconds: of(0), otherMicroseconds: of(1) };
}

async function compareFleets(
  layout: Layout,
  fleets: readonly Fleet[],
  store: StoreServer,
  generator: LoadGenerator,
  { rounds, roundSeconds }: Effort,
): Promise<FleetFigures[]> {
  const taken = await inTurn(`store, ${layout}`, rounds, fleets, async ({ servers, keys }) => {
    const all = planRequests(layout, keys);
    const requests = layout === 'one at a time' ? all.slice(0, 1) : all;
    const job = { url: servers.map(({ url }) => url), requests, seconds: roundSeconds };
    const { cpuMicroseconds, ...outcome } = await generator.send(job, [store, ...servers]);
    const [storeMicroseconds = Number.NaN, ...own] = cpuMicroseconds;
    return { ...outcome, storeMicroseconds, serversMicroseconds: own.reduce((sum, each) => sum + each, 0) };
  });
  return fleets.map(({ size }, index) => ({ layout, servers: size, rounds: taken[index] ?? [] }));
}

/** PATCH and GET in turn. The servers take the connections in turn. */
function planRequests(layout: Layout, keys: readonly string[]): PlannedRequest[][] {
  return Array.from({ length: CONNECTIONS }, (_, connection) => {
    const isSpread = layout === '100 worlds, each on all servers';
    const used = keys.filter((_key, index) => isSpread || index % CONNECTIONS === connection);
    return Array.from({ length: 200 }, (_request, index): PlannedRequest[] => {
      const key = layout.startsWith('one') ? undefined : used[(index + connection) % used.length];
      const sent = key === undefined ? {} : { key };
      const path = `/v1/inventory/${1 + ((index + connection * 7) % 50)}`;
      return [
        { path, body: `{"quantity":${index}}`, ...sent },
        { path: '/v1/inventory', ...sent },
      ];
    }).flat();
  });
}
