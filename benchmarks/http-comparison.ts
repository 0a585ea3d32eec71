import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Effort } from './effort.js';
import { inTurn, progress } from './in-turn.js';
import { startLoadGenerator, type WatchedOutcome } from './load.js';
import { programPath, type RunningServer, residentMegabytes, startServer, untilAtRest } from './processes.js';
import { ask, CONNECTIONS, productArguments, type Workload, workloads } from './product.js';

export const rivalNames = ['floor', 'fastify', 'hono'] as const;
type RivalName = (typeof rivalNames)[number];
export type ContenderName = 'petstore-mock' | RivalName;

/** So many pets: who serves them besides the product, and what is measured with them. */
export interface Stock {
  readonly petCount: number;
  readonly rivals: readonly RivalName[];
  readonly workloads: readonly Workload['id'][];
}

/** One server with one number of pets. */
interface Contender {
  readonly name: ContenderName;
  readonly petCount: number;
  readonly petIds: readonly number[];
  readonly workloads: Stock['workloads'];
  readonly server: RunningServer;
}

interface Round extends WatchedOutcome {
  /** At its end. */
  readonly residentMegabytes: number;
}

/** One server with one number of pets under one workload. Rounds of one index ran next to each other, on all servers. */
export interface HttpFigures {
  readonly workload: Workload['id'];
  readonly contender: ContenderName;
  readonly petCount: number;
  readonly rounds: readonly Round[];
}

/** Starts all servers and puts every workload on each of them. */
export async function compareOverHttp(effort: Effort, workFolder: string): Promise<HttpFigures[]> {
  const contenders: Contender[] = [];
  const generator = startLoadGenerator();
  try {
    for (const stock of effort.stocks) {
      progress(`starting the servers with ${stock.petCount} pets`);
      const group = await startContenders(stock, workFolder);
      contenders.push(...group);
    }
    const figures: HttpFigures[] = [];
    for (const { id, title, requests } of workloads) {
      const entrants = contenders.filter((contender) => contender.workloads.includes(id));
      const rounds = await inTurn(title, effort.rounds, entrants, async ({ petIds, server }) => {
        const planned = Array.from({ length: CONNECTIONS }, (_, connection) => requests(petIds, connection));
        const job = { url: server.url, requests: planned, seconds: effort.roundSeconds };
        const outcome = await generator.send(job, [server]);
        await untilAtRest(server.pid);
        return { ...outcome, residentMegabytes: residentMegabytes(server.pid) };
      });
      for (const [index, contender] of entrants.entries()) {
        const { name, petCount } = contender;
        figures.push({ workload: id, contender: name, petCount, rounds: rounds[index] ?? [] });
      }
    }
    return figures;
  } finally {
    await Promise.all([generator.stop(), ...contenders.map(({ server }) => server.stop())]);
  }
}

/** Starts the product and its rivals. The product's own list becomes their stock. */
async function startContenders({ petCount, rivals, workloads }: Stock, workFolder: string): Promise<Contender[]> {
  const product = await startServer(await productArguments(petCount, workFolder));
  const { body } = await ask(`${product.url}/inventory`);
  const petFile = join(workFolder, `pets-${petCount}.json`);
  await writeFile(petFile, body);
  const petIds = (JSON.parse(body) as { petId: number }[]).map(({ petId }) => petId);
  const shared = { petCount, petIds, workloads };
  const contenders: Contender[] = [{ name: 'petstore-mock', ...shared, server: product }];
  for (const name of rivals) {
    contenders.push({ name, ...shared, server: await startServer([programPath(`${name}-server`), petFile]) });
  }
  return contenders;
}
