import { chromium } from '@playwright/test';
import { chromiumUse } from '../tests/browser/chromium-use.js';
import { ADMIN_TOKEN, productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { ask } from './http-client.js';
import { type LoadGenerator, startLoadGenerator } from './load.js';
import { cpuSeconds, residentMegabytes } from './process-usage.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';
import { type RunningServer, startServer } from './running-server.js';
import { median, medianRatio } from './statistics.js';
import { type PlannedRequest, type Workload, workloads } from './workloads.js';

/** Who looks at the control room while the fake is under load. */
export type Watcher = 'nobody' | 'an event stream' | 'the page in Chromium';

/** Medians over the rounds of one watcher under one load. */
interface WatchedFigures {
  readonly watcher: Watcher;
  /** Requests a second that were offered; undefined: as many as the fake would take. */
  readonly offered: number | undefined;
  readonly requestsPerSecond: number;
  /** Relative to the rate with nobody watching, in the same rounds. */
  readonly ratio: number;
  readonly p99Ms: number;
  /** What a response costs the server, regardless of other load; undefined if it cannot be read. */
  readonly cpuMicroseconds: number | undefined;
}

/** Memory of one server, in megabytes, after so many requests. */
interface JournalMemory {
  readonly requests: number;
  /** What is held once the garbage is gone. */
  readonly held: number;
  /** Undefined where it cannot be read. */
  readonly resident: number | undefined;
}

export interface ControlRoomFigures {
  readonly watched: readonly WatchedFigures[];
  readonly memory: readonly JournalMemory[];
}

interface Round {
  readonly rate: number;
  readonly p99Ms: number;
  readonly cpuMicroseconds: number | undefined;
}

const PETS = 100;
const CONNECTIONS = 10;
const HEAP_FLAGS = ['--expose-gc', '--import', programPath('heap-on-signal')];
const watchers: readonly Watcher[] = ['nobody', 'an event stream', 'the page in Chromium'];
const offers: readonly (number | undefined)[] = [1_000, undefined];

/** Measures what it costs the fake to be watched, and whether what it remembers stays bounded. */
export async function compareControlRoom(effort: Effort, workFolder: string): Promise<ControlRoomFigures> {
  const generator = startLoadGenerator();
  const product = await productArguments(PETS, workFolder);
  const server = await startServer(product);
  try {
    const watched = [];
    for (const offered of offers) watched.push(...(await compareWatchers(offered, server, generator, effort)));
    await server.stop();
    return { watched, memory: await rememberMany(await startServer([...HEAP_FLAGS, ...product]), generator, effort) };
  } finally {
    await server.stop();
    await generator.stop();
  }
}

async function compareWatchers(
  offered: number | undefined,
  server: RunningServer,
  generator: LoadGenerator,
  effort: Effort,
): Promise<WatchedFigures[]> {
  const rounds = new Map<Watcher, Round[]>(watchers.map((watcher) => [watcher, []]));
  for (let round = 0; round <= effort.watchedRounds; round += 1) {
    progress(`watched at ${offered ?? 'full'} load: ${round === 0 ? 'warming up' : `round ${round}`}`);
    for (const watcher of round % 2 === 0 ? watchers : watchers.toReversed()) {
      const leave = await watch(watcher, server);
      const outcome = await load(server, generator, { seconds: effort.watchedSeconds, offered });
      await leave();
      if (round > 0) rounds.get(watcher)?.push(outcome);
    }
  }
  const rates = (watcher: Watcher) => (rounds.get(watcher) ?? []).map(({ rate }) => rate);
  return watchers.map((watcher) => {
    const own = rounds.get(watcher) ?? [];
    const cpu = own.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? []);
    return {
      watcher,
      offered,
      requestsPerSecond: median(rates(watcher)),
      ratio: medianRatio(rates(watcher), rates('nobody')),
      p99Ms: median(own.map(({ p99Ms }) => p99Ms)),
      cpuMicroseconds: cpu.length === 0 ? undefined : median(cpu),
    };
  });
}

/** Begins to watch; returns how to stop. */
async function watch(watcher: Watcher, { url }: RunningServer): Promise<() => Promise<void>> {
  const { origin } = new URL(url);
  if (watcher === 'nobody') return async () => {};
  if (watcher === 'an event stream') {
    const controller = new AbortController();
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const { body } = await fetch(`${origin}/__admin/events`, { headers, signal: controller.signal });
    const reading = body?.pipeTo(new WritableStream()).catch(() => {});
    return async () => {
      controller.abort();
      await reading;
    };
  }
  const browser = await chromium.launch(chromiumUse().launchOptions);
  const page = await browser.newPage();
  await page.goto(`${origin}/__admin/ui#token=${ADMIN_TOKEN}`);
  await page.getByRole('heading').first().waitFor();
  return () => browser.close();
}

async function load(
  { url, pid }: RunningServer,
  generator: LoadGenerator,
  { seconds, offered }: { readonly seconds: number; readonly offered: number | undefined },
): Promise<Round> {
  const cpuBefore = cpuSeconds(pid);
  // Changes and lists in turn, so that there is news of every kind.
  const job = { url, requests: await plannedRequests('alternate', url), seconds };
  const outcome = await generator.send(offered === undefined ? job : { ...job, requestsPerSecond: offered });
  const cpuAfter = cpuSeconds(pid);
  const cpuMicroseconds =
    cpuBefore === undefined || cpuAfter === undefined ? undefined : ((cpuAfter - cpuBefore) / outcome.responses) * 1e6;
  return { rate: outcome.responses / outcome.seconds, p99Ms: outcome.p99Ms, cpuMicroseconds };
}

async function plannedRequests(id: Workload['id'], url: string): Promise<PlannedRequest[][]> {
  const { body } = await ask(`${url}/inventory`);
  const workload = workloads.find((each) => each.id === id);
  const petIds = (JSON.parse(body) as { petId: number }[]).map(({ petId }) => petId);
  return Array.from({ length: CONNECTIONS }, (_, connection) => workload?.requests(petIds, connection) ?? []);
}

/** Sends more and more updates to one server, the event stream being read, and looks at its memory on the way. */
async function rememberMany(
  server: RunningServer,
  generator: LoadGenerator,
  { rememberedRequests }: Effort,
): Promise<JournalMemory[]> {
  const memory: JournalMemory[] = [];
  try {
    const leave = await watch('an event stream', server);
    let sent = 0;
    for (const requests of rememberedRequests) {
      progress(`the journal after ${requests.toLocaleString('en-US')} requests`);
      const job = { url: server.url, requests: await plannedRequests('update', server.url), seconds: 600 };
      await generator.send({ ...job, amount: requests - sent });
      sent = requests;
      const resident = residentMegabytes(server.pid);
      memory.push({ requests, held: await server.heldMegabytes(), resident });
    }
    await leave();
    return memory;
  } finally {
    await server.stop();
  }
}
