import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { AdminEvent, AdminEventName, AdminEvents } from '../../admin/events.js';
import type { RequestLine, Traffic } from '../../admin/schemas/requests.js';
import type { ClockState, StockEntry } from '../../admin/schemas/world.js';
import { type ClockReading, type Connection, type Live, type ViolationsByNumber, violationsByNumber } from './live.js';
import { MOST_LINES, withNews, withOlder, withSeconds } from './recent.js';
import { withChanges } from './stock-order.js';
import { type ChangedPets, createChangedPets, createStockReader, type StockReader } from './stock-reader.js';
import { watchEvents } from './watch-events.js';

/** Starts to follow a world. Each event is one write to a signal. */
export function createLive(client: AdminClient): Live {
  const connection = signal<Connection>('connecting');
  const state = createState();
  const time = createWorldTime();
  const changedPets = createChangedPets();
  const reader = createStockReader(client, (read) => {
    state.stock.value = read;
  });
  const ending = new AbortController();

  const changeStock = (changes: readonly StockEntry[]) => {
    if (state.stock.value !== undefined) state.stock.value = withChanges(state.stock.value, changes);
  };

  void watchEvents(client, {
    onEvent: createReducer({ client, state, time, changedPets, reader, ending: ending.signal }),
    onConnection: (now) => {
      connection.value = now;
      if (now !== 'live') time.stop();
    },
    signal: ending.signal,
  });

  return {
    ...state,
    world: client.worldId,
    client,
    connection,
    isProxy: computed(() => state.hello.value?.mode === 'proxy'),
    clock: time.clock,
    nowMs: time.nowMs,
    changedPets: changedPets.ids,
    changeStock,
    close() {
      ending.abort();
      reader.close();
      changedPets.close();
      time.stop();
    },
  };
}

function createState() {
  return {
    hello: signal<AdminEvents['hello']>(),
    keys: signal<AdminEvents['keys']>(),
    faults: signal<AdminEvents['faults']>(),
    behaviour: signal<AdminEvents['behaviour']>(),
    snapshots: signal<AdminEvents['snapshots']>(),
    worlds: signal<AdminEvents['worlds']>(),
    stock: signal<readonly StockEntry[]>(),
    requests: signal<readonly RequestLine[]>([]),
    requestCounts: signal({ latest: 0, kept: 0 }),
    traffic: signal<Traffic['seconds']>([]),
    manners: signal<AdminEvents['manners']>(),
    mannersViolations: signal<ViolationsByNumber>(new Map()),
    findings: signal<AdminEvents['findings']>(),
    contractViolations: signal<ViolationsByNumber>(new Map()),
  };
}

interface Sources {
  readonly client: AdminClient;
  readonly state: ReturnType<typeof createState>;
  readonly time: WorldTime;
  readonly changedPets: ChangedPets;
  readonly reader: StockReader;
  readonly ending: AbortSignal;
}

type Handlers = { readonly [Name in AdminEventName]: (data: AdminEvents[Name]) => void };

/** Creates the function that writes each event to the signals. */
function createReducer({ client, state, time, changedPets, reader, ending }: Sources): (event: AdminEvent) => void {
  let isFirstOfRequests = true;
  const assign = <Name extends 'keys' | 'faults' | 'behaviour' | 'snapshots' | 'worlds'>(name: Name) => {
    const target: { value: AdminEvents[Name] | undefined } = state[name] as never;
    return (data: AdminEvents[Name]) => {
      target.value = data;
    };
  };
  const handlers: Handlers = {
    hello(data) {
      // Another server may have connected, or the same one after a while: its state is sent again.
      state.hello.value = data;
      reader.wake();
      state.traffic.value = [];
      isFirstOfRequests = true;
    },
    clock: time.set,
    keys: assign('keys'),
    faults: assign('faults'),
    behaviour: assign('behaviour'),
    snapshots: assign('snapshots'),
    worlds: assign('worlds'),
    stock({ isAllNew, changes }) {
      if (isAllNew) return reader.request();
      reader.note(changes);
      changedPets.add(changes.map(({ petId }) => petId));
      if (state.stock.value !== undefined) state.stock.value = withChanges(state.stock.value, changes);
    },
    requests(update) {
      state.requests.value = withNews(isFirstOfRequests ? [] : state.requests.value, update);
      state.requestCounts.value = { latest: update.latest, kept: update.kept };
      if (isFirstOfRequests && update.skipped > 0) void readOlder(client, ending, state.requests);
      isFirstOfRequests = false;
    },
    traffic({ seconds }) {
      state.traffic.value = withSeconds(state.traffic.value, seconds);
    },
    manners(data) {
      state.manners.value = data;
      state.mannersViolations.value = violationsByNumber(data);
    },
    findings(data) {
      state.findings.value = data;
      state.contractViolations.value = violationsByNumber(data, { hasIds: true });
    },
    bye() {},
  };
  return ({ name, data }) => (handlers[name] as ((data: unknown) => void) | undefined)?.(data);
}

/** Reads the requests before the first events, which contain only a few lines. */
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
    // The feed still gets new requests.
  }
}

const TICK_MS = 250;

export interface WorldTime {
  readonly clock: ReadonlySignal<ClockReading | undefined>;
  readonly nowMs: ReadonlySignal<number | undefined>;
  set(state: ClockState): void;
  /** Stops counting until the next `set`. */
  stop(): void;
}

/** Creates a clock that counts the time of a world in whole seconds between the server's events. */
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
