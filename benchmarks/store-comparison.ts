import { once } from 'node:events';
import { askProgram } from './ask-program.js';
import { startChild, stopChild } from './children.js';
import { ADMIN_TOKEN, productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { ask } from './http-client.js';
import { type LoadGenerator, startLoadGenerator } from './load.js';
import { cpuSeconds } from './process-usage.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';
import { type RunningServer, startServer } from './running-server.js';
import { median, medianRatio } from './statistics.js';
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

const layouts = ['one world', '100 worlds, each on all servers', '100 worlds, each on one server'] as const;
type Layout = (typeof layouts)[number];

/** Medians over the rounds of one load on one fleet. */
interface FleetFigures {
  readonly layout: Layout;
  /** 0: one server without a store. */
  readonly servers: number;
  readonly requestsPerSecond: number;
  /** Rate to that of one server without a store, round by round. */
  readonly ratio: number;
  readonly p50Ms: number;
  /** Of all servers together, and of the store; NaN without /proc. */
  readonly cpuMicroseconds: number;
  readonly storeCpuMicroseconds: number;
}

/** One request at a time: medians of the rounds. */
interface AddedFigures {
  readonly servers: number;
  readonly p50Ms: number;
  readonly addedMs: number;
}

export interface StoreFigures extends EntryCost {
  /** Entries of all clients a second, by the number of clients. */
  readonly ordered: readonly { readonly clients: number; readonly perSecond: number }[];
  readonly added: readonly AddedFigures[];
  readonly fleets: readonly FleetFigures[];
  /** CPU of a response, and of the same entry at a server that only applies it. */
  readonly ownMicroseconds: number;
  readonly otherMicroseconds: number;
  readonly otherToOwn: number;
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
    const added = await compareLatency(fleets, generator, effort);
    const other = await compareOther(fleets, generator, effort);
    const figures: FleetFigures[] = [];
    for (const layout of layouts) figures.push(...(await compareFleets(layout, fleets, store, generator, effort)));
    return { ...cost, ordered, added, ...other, fleets: figures };
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

async function mintIsolated({ url }: RunningServer): Promise<string> {
  const body = JSON.stringify({ plan: 'enterprise', isolated: true });
  const response = await ask(new URL('/__admin/keys', url).href, { method: 'POST', key: ADMIN_TOKEN, body });
  if (response.status !== 201) throw new Error(`A key with an isolated world: ${response.status} ${response.body}`);
  return (JSON.parse(response.body) as { key: string }).key;
}

async function compareLatency(
  fleets: readonly Fleet[],
  generator: LoadGenerator,
  { rounds, roundSeconds }: Effort,
): Promise<AddedFigures[]> {
  const small = fleets.filter(({ size }) => size <= 2);
  const measured = new Map<number, number[]>(small.map(({ size }) => [size, []]));
  for (let round = 0; round <= rounds; round += 1) {
    progress(`store, one at a time: ${round === 0 ? 'warming up' : `round ${round}`}`);
    for (const { size, servers, keys } of round % 2 === 0 ? small : small.toReversed()) {
      const url = servers.slice(0, 1).map((server) => server.url);
      const requests = planRequests('one world', keys).slice(0, 1);
      const { p50Ms } = await generator.send({ url, requests, seconds: roundSeconds });
      if (round > 0) measured.get(size)?.push(p50Ms);
    }
  }
  const alone = measured.get(0) ?? [];
  return [...measured].map(([servers, times]) => ({
    servers,
    p50Ms: median(times),
    addedMs: median(times.map((ms, round) => ms - (alone[round] ?? Number.NaN))),
  }));
}

/** One of two servers gets all requests, the other one applies them. */
async function compareOther(
  fleets: readonly Fleet[],
  generator: LoadGenerator,
  { rounds, roundSeconds }: Effort,
): Promise<Pick<StoreFigures, 'ownMicroseconds' | 'otherMicroseconds' | 'otherToOwn'>> {
  const { servers = [], keys = [] } = fleets.find(({ size }) => size === 2) ?? {};
  const requests = planRequests('one world', keys);
  const costs: (readonly number[])[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    progress(`store, an entry of another server: ${round === 0 ? 'warming up' : `round ${round}`}`);
    const url = servers.slice(0, 1).map((server) => server.url);
    const cpu = usage(servers);
    const { responses } = await generator.send({ url, requests, seconds: roundSeconds });
    await settle(servers);
    if (round > 0) costs.push(cpu().map((seconds) => (seconds / responses) * 1e6));
  }
  const [own, other] = [0, 1].map((server) => costs.map((cost) => cost[server] ?? Number.NaN)) as [number[], number[]];
  return { ownMicroseconds: median(own), otherMicroseconds: median(other), otherToOwn: medianRatio(other, own) };
}

async function compareFleets(
  layout: Layout,
  fleets: readonly Fleet[],
  store: StoreServer,
  generator: LoadGenerator,
  { rounds, roundSeconds }: Effort,
): Promise<FleetFigures[]> {
  const measured = fleets.map((fleet) => ({ fleet, rounds: [] as (readonly number[])[] }));
  for (let round = 0; round <= rounds; round += 1) {
    progress(`store, ${layout}: ${round === 0 ? 'warming up' : `round ${round}`}`);
    for (const { fleet, rounds: taken } of round % 2 === 0 ? measured : measured.toReversed()) {
      const url = fleet.servers.map((server) => server.url);
      const requests = planRequests(layout, fleet.keys);
      const cpu = usage([store, ...fleet.servers]);
      const { responses, seconds, p50Ms } = await generator.send({ url, requests, seconds: roundSeconds });
      await settle(fleet.servers);
      const [ofStore = Number.NaN, ...ofServers] = cpu();
      const perResponse = (spent: number) => (spent / responses) * 1e6;
      const ofAll = ofServers.reduce((sum, each) => sum + each, 0);
      if (round > 0) taken.push([responses / seconds, p50Ms, perResponse(ofAll), perResponse(ofStore)]);
    }
  }
  const of = (taken: readonly (readonly number[])[], column: number) => taken.map((row) => row[column] ?? Number.NaN);
  const alone = of(measured[0]?.rounds ?? [], 0);
  return measured.map(({ fleet, rounds: taken }) => ({
    layout,
    servers: fleet.size,
    requestsPerSecond: median(of(taken, 0)),
    ratio: medianRatio(of(taken, 0), alone),
    p50Ms: median(of(taken, 1)),
    cpuMicroseconds: median(of(taken, 2)),
    storeCpuMicroseconds: fleet.size === 0 ? 0 : median(of(taken, 3)),
  }));
}

/** Requests that were cut off at the end of a round are this round's. */
async function settle(servers: readonly RunningServer[]): Promise<void> {
  for (const { url } of servers) await ask(`${url}/inventory`, { key: null });
}

/** Returns a function that returns the CPU seconds that each process has spent since; NaN without /proc. */
function usage(processes: readonly { readonly pid: number }[]): () => number[] {
  const read = () => processes.map(({ pid }) => cpuSeconds(pid) ?? Number.NaN);
  const before = read();
  return () => read().map((seconds, index) => seconds - (before[index] ?? Number.NaN));
}

/** PATCH and GET in turn. The servers take the connections in turn. */
function planRequests(layout: Layout, keys: readonly string[]): PlannedRequest[][] {
  return Array.from({ length: CONNECTIONS }, (_, connection) => {
    const used = keys.filter((_key, index) => layout === layouts[1] || index % CONNECTIONS === connection);
    return Array.from({ length: 200 }, (_request, index): PlannedRequest[] => {
      const key = layout === 'one world' ? undefined : used[(index + connection) % used.length];
      const sent = key === undefined ? {} : { key };
      const path = `/v1/inventory/${1 + ((index + connection * 7) % 50)}`;
      return [
        { path, body: `{"quantity":${index}}`, ...sent },
        { path: '/v1/inventory', ...sent },
      ];
    }).flat();
  });
}
