import { mkdtempSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { Effort } from './effort.js';
import { inTurn, progress } from './in-turn.js';
import { type LoadGenerator, type LoadOutcome, startLoadGenerator } from './load.js';
import { type RunningServer, startChild, startServer, stopChild } from './processes.js';
import { type PlannedRequest, productArguments } from './product.js';
import type { Sample } from './statistics.js';

const layouts = ['one at a time', '16 at a time'] as const;
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

export interface StoreFigures {
  readonly fleets: readonly FleetFigures[];
  /** CPU of a response, and of the same entry at a server that only applies it, round by round. */
  readonly ownMicroseconds: Sample;
  readonly otherMicroseconds: Sample;
}

interface Fleet {
  readonly size: number;
  readonly servers: readonly RunningServer[];
}

const SIZES = [0, 1, 2, 4];
const PETS = 100;
const CONNECTIONS = 16;

/** Measures what it costs that several servers are one fake, against one server without a store. */
export async function compareStore(effort: Effort, workFolder: string): Promise<StoreFigures> {
  const store = await startStore(workFolder);
  const generator = startLoadGenerator();
  const fleets: Fleet[] = [];
  try {
    for (const size of SIZES) fleets.push(await startFleet(size, store, workFolder));
    const other = await compareOther(fleets, generator, effort);
    const figures: FleetFigures[] = [];
    for (const layout of layouts) figures.push(...(await compareFleets(layout, fleets, store, generator, effort)));
    return { ...other, fleets: figures };
  } finally {
    await Promise.all([...fleets.flatMap(({ servers }) => servers), generator].map((each) => each.stop()));
    await store.stop();
  }
}

async function startFleet(size: number, { url }: StoreServer, workFolder: string): Promise<Fleet> {
  progress(`store: starting ${size === 0 ? 'one server without a store' : `${size} with one`}`);
  const shared = size === 0 ? [] : ['--store', `${url}/${size}`];
  const flags = [...(await productArguments(PETS, workFolder)), ...shared];
  const servers: RunningServer[] = [];
  for (let index = 0; index < Math.max(1, size); index += 1) servers.push(await startServer(flags));
  return { size, servers };
}

/** One of two servers gets all requests, the other one applies them. Returns CPU microseconds of both per request. */
async function compareOther(
  fleets: readonly Fleet[],
  generator: LoadGenerator,
  { rounds, roundSeconds }: Effort,
): Promise<Pick<StoreFigures, 'ownMicroseconds' | 'otherMicroseconds'>> {
  const pair = fleets.filter(({ size }) => size === 2);
  const [costs = []] = await inTurn('store, an entry of another server', rounds, pair, async ({ servers }) => {
    const url = servers.slice(0, 1).map((server) => server.url);
    const { cpuMicroseconds } = await generator.send({ url, requests, seconds: roundSeconds }, servers);
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
  const taken = await inTurn(`store, ${layout}`, rounds, fleets, async ({ servers }) => {
    const sent = layout === 'one at a time' ? requests.slice(0, 1) : requests;
    const job = { url: servers.map(({ url }) => url), requests: sent, seconds: roundSeconds };
    const { cpuMicroseconds, ...outcome } = await generator.send(job, [store, ...servers]);
    const [storeMicroseconds = Number.NaN, ...own] = cpuMicroseconds;
    return { ...outcome, storeMicroseconds, serversMicroseconds: own.reduce((sum, each) => sum + each, 0) };
  });
  return fleets.map(({ size }, index) => ({ layout, servers: size, rounds: taken[index] ?? [] }));
}

/** PATCH and GET in turn. The servers take the connections in turn. */
const requests: readonly PlannedRequest[][] = Array.from({ length: CONNECTIONS }, (_, connection) =>
  Array.from({ length: 200 }, (_request, index): PlannedRequest[] => [
    { path: `/v1/inventory/${1 + ((index + connection * 7) % 50)}`, body: `{"quantity":${index}}` },
    { path: '/v1/inventory' },
  ]).flat(),
);

interface StoreServer {
  /** For `--store`. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const PATIENCE_MS = 10_000;

/** Starts a redis-server that keeps nothing, on a free port. Throws if there is none on this machine. */
async function startStore(workFolder: string): Promise<StoreServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(workFolder, 'store-'));
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const child = startChild(flags, { stdio: ['ignore', 'pipe', 'inherit'] }, 'redis-server');
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`redis-server ${why}. The part store needs it: apt-get install redis`));
    const timer = setTimeout(() => fail(`did not start within ${PATIENCE_MS} ms`), PATIENCE_MS);
    child.once('error', ({ message }) => fail(`could not be started (${message})`));
    child.once('exit', (code) => fail(`ended with ${code}`));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (!text.includes('Ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
