import { setTimeout } from 'node:timers/promises';
import type { Contender, ContenderName } from './contenders.js';
import type { Effort } from './effort.js';
import { ask } from './http-client.js';
import { type LoadGenerator, type LoadOutcome, startLoadGenerator } from './load.js';
import { cpuSeconds } from './process-usage.js';
import { progress } from './progress.js';
import { median } from './statistics.js';
import { type Workload, workloads } from './workloads.js';

/** Medians over the rounds of one workload at one server. */
export interface HttpFigures {
  readonly workload: Workload['id'];
  readonly contender: ContenderName;
  readonly petCount: number;
  readonly requestsPerSecond: number;
  /** The rate of each round; rounds of one index ran next to each other, on all servers. */
  readonly roundRates: readonly number[];
  readonly p50Ms: number;
  readonly p97_5Ms: number;
  readonly p99Ms: number;
  /** What a response costs the server, regardless of other load; undefined if it cannot be read. */
  readonly cpuMicroseconds: number | undefined;
}

interface Round extends LoadOutcome {
  readonly cpuMicroseconds: number | undefined;
}

const PAUSE_MS = 200;

/** Puts every workload on every server: all of them in turn, round by round, so that a slow moment of the machine hits all alike. */
export async function compareOverHttp(contenders: readonly Contender[], effort: Effort): Promise<HttpFigures[]> {
  const generator = startLoadGenerator();
  try {
    const figures: HttpFigures[] = [];
    for (const workload of workloads) figures.push(...(await compare(workload, contenders, generator, effort)));
    return figures;
  } finally {
    await generator.stop();
  }
}

async function compare(
  workload: Workload,
  contenders: readonly Contender[],
  generator: LoadGenerator,
  { rounds, roundSeconds, warmUpSeconds }: Effort,
): Promise<HttpFigures[]> {
  const measured = contenders
    .filter(({ workloads }) => workloads.includes(workload.id))
    .map((contender) => ({ contender, rounds: [] as Round[] }));
  progress(`${workload.title}: warming up`);
  for (const { contender } of measured) await runRound(workload, contender, generator, warmUpSeconds);
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${workload.title}: round ${round} of ${rounds}`);
    // There and back: what a server leaves behind, garbage to collect above all, does not always fall on the same next one.
    for (const entry of round % 2 === 1 ? measured : measured.toReversed()) {
      entry.rounds.push(await runRound(workload, entry.contender, generator, roundSeconds));
    }
  }
  return measured.map((entry) => summarize(workload, entry.contender, entry.rounds));
}

async function runRound(
  workload: Workload,
  { petCount, petIds, server }: Contender,
  generator: LoadGenerator,
  seconds: number,
): Promise<Round> {
  const connections = workload.connections(petCount);
  const requests = Array.from({ length: connections }, (_, connection) => workload.requests(petIds, connection));
  const cpuBefore = cpuSeconds(server.pid);
  const outcome = await generator.send({ url: server.url, requests, seconds });
  // The requests that were cut off at the end of the round are still being worked on; they are this round's, not the next one's.
  await ask(`${server.url}/inventory`, { key: null });
  await setTimeout(PAUSE_MS);
  const cpuAfter = cpuSeconds(server.pid);
  const responses = outcome.responses + connections;
  const cpuMicroseconds =
    cpuBefore === undefined || cpuAfter === undefined ? undefined : ((cpuAfter - cpuBefore) / responses) * 1e6;
  return { ...outcome, cpuMicroseconds };
}

function summarize(workload: Workload, { name, petCount }: Contender, rounds: readonly Round[]): HttpFigures {
  const roundRates = rounds.map(({ responses, seconds }) => responses / seconds);
  const cpu = rounds.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? []);
  return {
    workload: workload.id,
    contender: name,
    petCount,
    requestsPerSecond: median(roundRates),
    roundRates,
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p97_5Ms: median(rounds.map(({ p97_5Ms }) => p97_5Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    cpuMicroseconds: cpu.length === 0 ? undefined : median(cpu),
  };
}
