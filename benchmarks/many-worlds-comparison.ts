import { askProgram } from './ask-program.js';
import { mintIsolated, productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { ask } from './http-client.js';
import { inTurn } from './in-turn.js';
import { type LoadGenerator, startLoadGenerator } from './load.js';
import { residentMegabytes } from './process-usage.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';
import { type RunningServer, startServer } from './running-server.js';
import type { Sample } from './statistics.js';
import type { PlannedRequest } from './workloads.js';

/** What one isolated world with 100 pets costs in process. */
export interface WorldsCost {
  /** Batch by batch. */
  readonly openMs: Sample;
  /** Finding the world of a request while the shared one is the only one. */
  readonly aloneNs: number;
  /** And with a thousand others, for a key of the shared one. */
  readonly sharedNs: number;
  /** And for a key of one of them. */
  readonly isolatedNs: number;
  /** Heap that each of a thousand holds: just opened, and after its first response. */
  readonly kilobytes: number;
  readonly usedKilobytes: number;
}

/** What many worlds on one server do, against the same load on the shared one, round by round. */
interface ManyWorlds {
  readonly mintMs: number;
  readonly isolatedRates: Sample;
  readonly sharedRates: Sample;
  /** Resident memory in megabytes: before there were other worlds, when they had just been opened, and after each round. */
  readonly megabytes: { readonly before: number; readonly opened: number; readonly used: Sample };
}

export interface ManyWorldsFigures extends WorldsCost, ManyWorlds {}

const PETS = 100;
const WORLDS = 1_000;
const CONNECTIONS = 32;
const REQUESTS_PER_WORLD = 20;

/** Opens many worlds on one server, puts load on all of them, and sees whether any of them shows what happened in another. */
export async function compareManyWorlds(effort: Effort, workFolder: string): Promise<ManyWorldsFigures> {
  progress('worlds of their own: what one costs');
  const cost = await askProgram(['--expose-gc', programPath('many-worlds-cost'), String(effort.worldBatches)]);
  const server = await startServer(await productArguments(PETS, workFolder));
  const generator = startLoadGenerator();
  try {
    return { ...(cost as WorldsCost), ...(await loadManyWorlds(server, generator, effort)) };
  } finally {
    await generator.stop();
    await server.stop();
  }
}

async function loadManyWorlds(server: RunningServer, generator: LoadGenerator, effort: Effort): Promise<ManyWorlds> {
  const requests = WORLDS * REQUESTS_PER_WORLD;
  const petIds = (await readStock(server)).map(({ petId }) => petId);
  const load = async (keys: readonly (string | undefined)[]) => {
    const job = { url: server.url, requests: planRequests(keys, petIds), seconds: 600, amount: requests };
    const { rate } = await generator.send(job);
    return { rate, megabytes: residentMegabytes(server.pid) };
  };
  const nobodys = Array.from({ length: WORLDS }, () => undefined);
  progress('worlds of their own: warming up');
  await load(nobodys);
  const before = residentMegabytes(server.pid);
  progress(`worlds of their own: minting ${WORLDS} keys`);
  const startMs = performance.now();
  const keys: string[] = [];
  for (let index = 0; index < WORLDS; index += 1) keys.push(await mintIsolated(server));
  const mintMs = (performance.now() - startMs) / WORLDS;
  const opened = residentMegabytes(server.pid);
  const [isolated = [], shared = []] = await inTurn('worlds of their own', effort.rounds, [keys, nobodys], load);
  progress('worlds of their own: looking for what leaked');
  await seeThatNothingLeaked(server, keys, petIds);
  return {
    mintMs,
    isolatedRates: isolated.map(({ rate }) => rate),
    sharedRates: shared.map(({ rate }) => rate),
    megabytes: { before, opened, used: isolated.map(({ megabytes }) => megabytes) },
  };
}

/** Each key changes a pet and asks for the list, in turn; the keys are dealt out to the connections. */
function planRequests(keys: readonly (string | undefined)[], petIds: readonly number[]): PlannedRequest[][] {
  const planned: PlannedRequest[][] = Array.from({ length: CONNECTIONS }, () => []);
  keys.forEach((key, index) => {
    const sent = key === undefined ? {} : { key };
    const change = {
      path: `/v1/inventory/${petOf(index, petIds)}`,
      body: `{"quantity":${quantityOf(index)}}`,
      ...sent,
    };
    const list = { path: '/v1/inventory', ...sent };
    for (let turn = 0; turn < REQUESTS_PER_WORLD / 2; turn += 1) planned[index % CONNECTIONS]?.push(change, list);
  });
  return planned;
}

function petOf(index: number, petIds: readonly number[]): number {
  return petIds[index % petIds.length] ?? 0;
}

/** No two keys set the same one, and no generated pet has so many. */
function quantityOf(index: number): number {
  return 1_000_000 + index;
}

interface Stock {
  readonly petId: number;
  readonly quantity: number;
}

async function readStock({ url }: RunningServer, key?: string): Promise<Stock[]> {
  const { status, body } = await ask(`${url}/inventory`, key === undefined ? {} : { key });
  if (status !== 200) throw new Error(`A list: ${status} ${body}`);
  return JSON.parse(body) as Stock[];
}

/** Throws where a world shows a change that its own key did not make, or not the one that it did. */
async function seeThatNothingLeaked(
  server: RunningServer,
  keys: readonly string[],
  petIds: readonly number[],
): Promise<void> {
  for (const [index, key] of keys.entries()) {
    const changed = (await readStock(server, key)).filter(({ quantity }) => quantity >= quantityOf(0));
    const [own] = changed;
    const isOwn = own?.petId === petOf(index, petIds) && own.quantity === quantityOf(index);
    if (changed.length !== 1 || !isOwn) throw new Error(`World ${index + 1} shows changes ${JSON.stringify(changed)}`);
  }
}
