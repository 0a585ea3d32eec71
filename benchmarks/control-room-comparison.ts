import { chromium } from '@playwright/test';
import { chromiumUse } from '../tests/browser/chromium-use.js';
import { ADMIN_TOKEN, productArguments } from './contenders.js';
import type { Effort } from './effort.js';
import { type FirstLoad, measureFirstLoads } from './first-load.js';
import { inTurn } from './in-turn.js';
import { type LoadGenerator, startLoadGenerator, type WatchedOutcome } from './load.js';
import { residentMegabytes } from './process-usage.js';
import { programPath } from './programs.js';
import { progress } from './progress.js';
import { type RunningServer, startServer } from './running-server.js';
import { plannedRequests } from './workloads.js';

/** Who looks at the control room while the fake is under load. */
const watchers = ['nobody', 'an event stream', 'the page in Chromium'] as const;
export type Watcher = (typeof watchers)[number];

/** The rounds of one watcher under one load. */
interface WatchedFigures {
  readonly watcher: Watcher;
  /** Requests a second that were offered; undefined: as many as the fake would take. */
  readonly offered: number | undefined;
  readonly rounds: readonly WatchedOutcome[];
}

/** Memory of one server, in megabytes, after so many requests. */
interface JournalMemory {
  readonly requests: number;
  /** What is held once the garbage is gone. */
  readonly held: number;
  readonly resident: number;
}

export interface ControlRoomFigures {
  readonly watched: readonly WatchedFigures[];
  readonly memory: readonly JournalMemory[];
  readonly firstLoads: readonly FirstLoad[];
}

const PETS = 100;
const CONNECTIONS = 10;
const HEAP_FLAGS = ['--expose-gc', '--import', programPath('heap-on-signal')];
const offers = [1_000, undefined];

/** Measures what it costs the fake to be watched, whether what it remembers stays bounded, and how soon the page shows it. */
export async function compareControlRoom(effort: Effort, workFolder: string): Promise<ControlRoomFigures> {
  const generator = startLoadGenerator();
  const product = await productArguments(PETS, workFolder);
  const server = await startServer(product);
  const { url } = server;
  try {
    const watched: WatchedFigures[] = [];
    // Changes and lists in turn, so that there is news of every kind.
    const requests = await plannedRequests('alternate', url, CONNECTIONS);
    for (const offered of offers) {
      const job = { url, requests, seconds: effort.watchedSeconds, requestsPerSecond: offered };
      const title = `watched at ${offered ?? 'full'} load`;
      const rounds = await inTurn(title, effort.watchedRounds, watchers, async (watcher) => {
        const leave = await watch(watcher, server);
        const outcome = await generator.send(job, [server]);
        await leave();
        return outcome;
      });
      for (const [index, watcher] of watchers.entries())
        watched.push({ watcher, offered, rounds: rounds[index] ?? [] });
    }
    await server.stop();
    const memory = await rememberMany(await startServer([...HEAP_FLAGS, ...product]), generator, effort);
    return { watched, memory, firstLoads: await measureFirstLoads(generator, effort, workFolder) };
  } finally {
    await server.stop();
    await generator.stop();
  }
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
      const job = { url: server.url, requests: await plannedRequests('update', server.url, CONNECTIONS), seconds: 600 };
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
