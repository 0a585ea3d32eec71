import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { inTurn } from './in-turn.js';
import { type LoadOutcome, startLoadGenerator } from './load.js';
import { untilAtRest } from './process-usage.js';
import { type RunningServer, startServer } from './running-server.js';

/** Rounds with so many connections, each requesting the list of 100 pets again as soon as it has it. */
export interface ProxyFigures {
  readonly connections: number;
  readonly direct: readonly LoadOutcome[];
  readonly through: readonly LoadOutcome[];
}

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const PETS = 100;

/** Measures what it costs to go through the proxy, which judges, keeps its journal for the control room and writes a HAR. */
export async function compareProxy(effort: Effort, workFolder: string): Promise<ProxyFigures[]> {
  const generator = startLoadGenerator();
  const servers: RunningServer[] = [];
  try {
    const service = await startServer(await productArguments(PETS, workFolder));
    servers.push(service);
    const har = join(workFolder, 'traffic.har');
    const flags = ['--upstream', service.url, '--port', '0', '--log', 'off', '--har', har, '--overwrite'];
    servers.push(await startServer([cli, 'proxy', ...flags]));
    const figures: ProxyFigures[] = [];
    for (const connections of [1, 32]) {
      const requests = Array.from({ length: connections }, () => [{ path: '/v1/inventory' }]);
      const load = async ({ url, pid }: RunningServer) => {
        const outcome = await generator.send({ url, requests, seconds: effort.roundSeconds });
        // The proxy judges what has passed when it finds the time.
        await untilAtRest(pid);
        return outcome;
      };
      const title = `proxy, ${connections} at a time`;
      const [direct = [], through = []] = await inTurn(title, effort.rounds, servers, load);
      figures.push({ connections, direct, through });
    }
    return figures;
  } finally {
    await Promise.all([...servers, generator].map((each) => each.stop()));
  }
}
