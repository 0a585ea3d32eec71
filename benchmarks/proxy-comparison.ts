import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { type LoadGenerator, type LoadOutcome, startLoadGenerator } from './load.js';
import { progress } from './progress.js';
import { type RunningServer, startServer } from './running-server.js';
import { median, medianRatio } from './statistics.js';

/** Medians over the rounds with so many connections, each asking for the list of 100 pets again as soon as it has it. */
export interface ProxyFigures {
  readonly connections: number;
  readonly directMs: number;
  readonly throughMs: number;
  /** What the proxy adds to the median response, in milliseconds: the median of the rounds. */
  readonly addedMs: number;
  readonly ratio: number;
  readonly directP99Ms: number;
  readonly throughP99Ms: number;
  /** Returns a second. */
  readonly directRate: number;
  readonly throughRate: number;
}

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const PETS = 100;

/** Measures what it costs to go through the proxy, which judges, keeps its journal for the control room and writes a HAR. */
export async function compareProxy(effort: Effort, workFolder: string): Promise<ProxyFigures[]> {
  const generator = startLoadGenerator();
  const service = await startServer(await productArguments(PETS, workFolder));
  const har = join(workFolder, 'traffic.har');
  const flags = ['--upstream', service.url, '--port', '0', '--log', 'off', '--har', har, '--overwrite'];
  const proxy = await startServer([cli, 'proxy', ...flags]).catch(async (error: unknown) => {
    await Promise.all([service.stop(), generator.stop()]);
    throw error;
  });
  try {
    const figures: ProxyFigures[] = [];
    for (const connections of [1, 32]) figures.push(await compareAt(connections, service, proxy, generator, effort));
    return figures;
  } finally {
    await Promise.all([proxy.stop(), service.stop(), generator.stop()]);
  }
}

async function compareAt(
  connections: number,
  service: RunningServer,
  proxy: RunningServer,
  generator: LoadGenerator,
  effort: Effort,
): Promise<ProxyFigures> {
  const direct: LoadOutcome[] = [];
  const through: LoadOutcome[] = [];
  const load = ({ url }: RunningServer) => {
    const requests = Array.from({ length: connections }, () => [{ path: '/v1/inventory' }]);
    return generator.send({ url, requests, seconds: effort.roundSeconds });
  };
  for (let round = 0; round <= effort.rounds; round += 1) {
    progress(`proxy, ${connections} at a time: ${round === 0 ? 'warming up' : `round ${round}`}`);
    const [first, second] = round % 2 === 0 ? [service, proxy] : [proxy, service];
    const outcomes = [await load(first), await load(second)];
    const [straight, passed] = round % 2 === 0 ? outcomes : outcomes.toReversed();
    if (round === 0 || straight === undefined || passed === undefined) continue;
    direct.push(straight);
    through.push(passed);
  }
  const of = (outcomes: readonly LoadOutcome[], read: (outcome: LoadOutcome) => number) => outcomes.map(read);
  const p50 = ({ p50Ms }: LoadOutcome) => p50Ms;
  const p99 = ({ p99Ms }: LoadOutcome) => p99Ms;
  const rate = ({ responses, seconds }: LoadOutcome) => responses / seconds;
  return {
    connections,
    directMs: median(of(direct, p50)),
    throughMs: median(of(through, p50)),
    addedMs: median(through.map(({ p50Ms }, round) => p50Ms - (direct[round]?.p50Ms ?? Number.NaN))),
    ratio: medianRatio(of(through, p50), of(direct, p50)),
    directP99Ms: median(of(direct, p99)),
    throughP99Ms: median(of(through, p99)),
    directRate: median(of(direct, rate)),
    throughRate: median(of(through, rate)),
  };
}
