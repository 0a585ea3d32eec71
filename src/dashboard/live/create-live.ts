import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { AdminEvent, AdminEvents } from '../../admin/events.js';
import type { RequestLine, Traffic } from '../../admin/schemas/requests.js';
import type { ClockState, StockEntry, StockUpdate } from '../../admin/schemas/world.js';
import { type ClockReading, type Connection, type Live, type ViolationsByNumber, violationsByNumber } from './live.js';
import { MOST_LINES, withNews, withOlder, withSeconds } from './recent.js';
import { withChanges } from './stock-order.js';
import { createChangedPets, createStockReader } from './stock-reader.js';
import { watchEvents } from './watch-events.js';

/** Begins to follow a world. Each event is one write to a signal. */
export function createLive(client: AdminClient): Live {
  const connection = signal<Connection>('connecting');
  const hello = signal<AdminEvents['hello']>();
  const keys = signal<AdminEvents['keys']>();
  const faults = signal<AdminEvents['faults']>();
  const behaviour = signal<AdminEvents['behaviour']>();
  const snapshots = signal<AdminEvents['snapshots']>();
  const worlds = signal<AdminEvents['worlds']>();
  const stock = signal<readonly StockEntry[]>();
  const requests = signal<readonly RequestLine[]>([]);
  const requestCounts = signal({ latest: 0, kept: 0 });
  const traffic = signal<Traffic['seconds']>([]);
  const manners = signal<AdminEvents['manners']>();
  const mannersViolations = signal<ViolationsByNumber>(new Map());
  const findings = signal<AdminEvents['findings']>();
  const contractViolations = signal<ViolationsByNumber>(new Map());

  const time = createWorldTime();
  const changedPets = createChangedPets();
  const reader = createStockReader(client, (read) => {
    stock.value = read;
  });
  const ending = new AbortController();
  let isFirstOfRequests = true;

  const takeStock = ({ isAllNew, changes }: StockUpdate) => {
    if (isAllNew) return reader.request();
    reader.note(changes);
    changedPets.add(changes.map(({ petId }) => petId));
    if (stock.value !== undefined) stock.value = withChanges(stock.value, changes);
  };
  const takeRequests = (news: AdminEvents['requests']) => {
    requests.value = withNews(isFirstOfRequests ? [] : requests.value, news);
    requestCounts.value = { latest: news.latest, kept: news.kept };
    if (isFirstOfRequests && news.skipped > 0) void readOlder(client, ending.signal, requests);
    isFirstOfRequests = false;
  };

  const take = ({ name, data }: AdminEvent) => {
    switch (name) {
      case 'hello':
        // Another server may answer, or the same one after a while: what was known is told anew.
        hello.value = data;
        reader.wake();
        traffic.value = [];
        isFirstOfRequests = true;
        break;
      case 'clock':
        time.set(data);
        break;
      case 'keys':
        keys.value = data;
        break;
      case 'faults':
        faults.value = data;
        break;
      case 'behaviour':
        behaviour.value = data;
        break;
      case 'snapshots':
        snapshots.value = data;
        break;
      case 'worlds':
        worlds.value = data;
        break;
      case 'stock':
        takeStock(data);
        break;
      case 'requests':
        takeRequests(data);
        break;
      case 'traffic':
        traffic.value = withSeconds(traffic.value, data.seconds);
        break;
      case 'manners':
        manners.value = data;
        mannersViolations.value = violationsByNumber(data);
        break;
      case 'findings':
        findings.value = data;
        contractViolations.value = violationsByNumber(data, { hasIds: true });
        break;
    }
  };

  void watchEvents(client, {
    onEvent: take,
    onConnection: (now) => {
      connection.value = now;
      if (now !== 'live') time.stop();
    },
    signal: ending.signal,
  });

  return {
    world: client.worldId,
    client,
    connection,
    hello,
    isProxy: computed(() => hello.value?.mode === 'proxy'),
    clock: time.clock,
    nowMs: time.nowMs,
    keys,
    faults,
    behaviour,
    snapshots,
    worlds,
    stock,
    changedPets: changedPets.ids,
    requests,
    requestCounts,
    traffic,
    manners,
    mannersViolations,
    findings,
    contractViolations,
    close() {
      ending.abort();
      reader.close();
      changedPets.close();
      time.stop();
    },
  };
}

/** The events begin with a few lines; the feed is to show what came before, too. */
async function readOlder(
  client: AdminClient,
  ending: AbortSignal,
  requests: { value: readonly RequestLine[] },
): Promise<void> {
  try {
    while (requests.value.length < MOST_LINES) {
      const last = requests.value.at(-1);
      if (last === undefined) return;
      const page = await client.requests.list({ limit: 1_000, after: String(last.number) });
      if (ending.aborted || page.items.length === 0 || requests.value.at(-1) !== last) return;
      requests.value = withOlder(requests.value, page.items);
      if (page.next === null) return;
    }
  } catch {
    // The feed has what is new, all the same.
  }
}

const TICK_MS = 250;

export interface WorldTime {
  readonly clock: ReadonlySignal<ClockReading | undefined>;
  readonly nowMs: ReadonlySignal<number | undefined>;
  set(state: ClockState): void;
  /** Stays at what is known until it is told anew. */
  stop(): void;
}

/** Creates what counts the time of a world on between what the server tells of it, in whole seconds. */
export function createWorldTime(): WorldTime {
  const clock = signal<ClockReading>();
  const nowMs = signal<number>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = () => {
    if (clock.value === undefined) return;
    const { now, scale, readAtMs } = clock.value;
    const ms = Date.parse(now) + scale * (performance.now() - readAtMs);
    nowMs.value = Math.floor(ms / 1000) * 1000;
  };
  return {
    clock,
    nowMs,
    set(state) {
      clock.value = { ...state, readAtMs: performance.now() };
      clearInterval(timer);
      timer = state.scale === 0 ? undefined : setInterval(tick, TICK_MS);
      tick();
    },
    stop: () => clearInterval(timer),
  };
}
