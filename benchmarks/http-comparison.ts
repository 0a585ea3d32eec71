import { type Contender, type ContenderName, startContenders } from './contenders.js';
import type { Effort } from './effort.js';
import { inTurn } from './in-turn.js';
import { startLoadGenerator, type WatchedOutcome } from './load.js';
import { checkParity } from './parity.js';
import { residentMegabytes, untilAtRest } from './process-usage.js';
import { progress } from './progress.js';
import { type Workload, workloads } from './workloads.js';

interface Round extends WatchedOutcome {
  /** At its end. */
  readonly residentMegabytes: number;
}

/** One server with one number of pets under one workload. Rounds of one index ran next to each other, on all servers. */
export interface HttpFigures {
  readonly workload: Workload['id'];
  readonly contender: ContenderName;
  readonly petCount: number;
  readonly megabytesAtRest: number;
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
      await checkParity(group);
    }
    const atRest = new Map(contenders.map((contender) => [contender, residentMegabytes(contender.server.pid)]));
    const figures: HttpFigures[] = [];
    for (const { id, title, requests, connections } of workloads) {
      const entrants = contenders.filter((contender) => contender.workloads.includes(id));
      const rounds = await inTurn(title, effort.rounds, entrants, async ({ petCount, petIds, server }) => {
        const planned = Array.from({ length: connections(petCount) }, (_, connection) => requests(petIds, connection));
        const job = { url: server.url, requests: planned, seconds: effort.roundSeconds };
        const outcome = await generator.send(job, [server]);
        await untilAtRest(server.pid);
        return { ...outcome, residentMegabytes: residentMegabytes(server.pid) };
      });
      for (const [index, contender] of entrants.entries()) {
        const { name, petCount } = contender;
        const megabytesAtRest = atRest.get(contender) ?? Number.NaN;
        figures.push({ workload: id, contender: name, petCount, megabytesAtRest, rounds: rounds[index] ?? [] });
      }
    }
    return figures;
  } finally {
    await Promise.all([generator.stop(), ...contenders.map(({ server }) => server.stop())]);
  }
}
