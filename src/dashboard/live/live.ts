import { computed, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AdminClient } from '../../admin/client/admin-client.js';
import { AdminError } from '../../admin/client/caller.js';
import type { AdminEvent, AdminEvents } from '../../admin/events.js';
import type { FindingsReport, RequestLine, Traffic } from '../../admin/schemas/requests.js';
import type { ClockState } from '../../admin/schemas/world.js';

/** The state of one world, updated by the server's events. Panels only read signals and call the client. */
export class Live {
  readonly client: AdminClient;
  readonly world: string;
  readonly connection = signal<Connection>('connecting');
  readonly hello = signal<AdminEvents['hello']>();
  /** Whether the server is a proxy: it has only requests, traffic, manners and findings. */
  readonly isProxy = computed(() => this.hello.value?.mode === 'proxy');
  readonly operationIds = computed(() => this.hello.value?.operations.map(({ id }) => id) ?? []);
  /** The URL of a first request to try: a read without parameters. */
  readonly firstUrl = computed(() => {
    const { baseUrl = '', operations = [] } = this.hello.value ?? {};
    return baseUrl + (operations.find(({ method, path }) => method === 'GET' && !path.includes('{'))?.path ?? '');
  });
  readonly store = signal<AdminEvents['store']>();
  readonly keys = signal<AdminEvents['keys']>();
  readonly faults = signal<AdminEvents['faults']>();
  readonly behaviour = signal<AdminEvents['behaviour']>();
  readonly snapshots = signal<AdminEvents['snapshots']>();
  readonly worlds = signal<AdminEvents['worlds']>();
  /** The last changes of the stock, and how many pets there are. The page of the stock reads the rest. */
  readonly stock = signal<AdminEvents['stock']>();
  /** The newest requests, newest first, 200 at most. */
  readonly requests = signal<readonly RequestLine[]>([]);
  /** Numbers: of the newest request, and how many the server still has. */
  readonly requestCounts = signal({ latest: 0, kept: 0, isBoundBySize: false });
  /** The last five minutes, oldest first. */
  readonly traffic = signal<Traffic['seconds']>([]);
  readonly manners = signal<AdminEvents['manners']>();
  readonly mannersViolations = computed(() => violationsByNumber(this.manners.value));
  readonly findings = signal<AdminEvents['findings']>();
  readonly contractViolations = computed(() => violationsByNumber(this.findings.value));

  readonly #time = new WorldTime();
  readonly clock = this.#time.clock;
  /** The time of the world, advanced between events; changes at most four times a second. */
  readonly nowMs = this.#time.nowMs;

  readonly #ending = new AbortController();

  constructor(client: AdminClient) {
    this.client = client;
    this.world = client.worldId;
    void this.#watch();
  }

  close(): void {
    this.#ending.abort();
    this.#time.stop();
  }

  /** Follows the events of the world. Reconnects with doubling waits until the token is rejected or the world is gone. */
  async #watch(): Promise<void> {
    const { signal } = this.#ending;
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
      try {
        for await (const event of this.client.events(signal)) {
          if (event.name === 'hello') {
            this.connection.value = 'live';
            waitMs = FIRST_WAIT_MS;
          }
          this.#receive(event);
        }
      } catch (error) {
        const end = endOf(error);
        if (end !== undefined && !signal.aborted) return this.#disconnect(end);
      }
      if (signal.aborted) return;
      this.#disconnect('lost');
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  #disconnect(connection: Connection): void {
    this.connection.value = connection;
    this.#time.stop();
  }

  #receive({ name, data }: AdminEvent): void {
    switch (name) {
      case 'hello':
        // Another server may have connected, or the same one after a while: its state is sent again.
        this.hello.value = data;
        this.store.value = undefined;
        this.traffic.value = [];
        this.requests.value = [];
        break;
      case 'clock':
        this.#time.set(data);
        break;
      case 'requests':
        this.requests.value = addLines(this.requests.value, data);
        this.requestCounts.value = data;
        break;
      case 'traffic':
        this.traffic.value = addSeconds(this.traffic.value, data.seconds);
        break;
      case 'bye':
        break;
      default:
        (this[name] as Signal<unknown>).value = data;
    }
  }
}

interface Room {
  readonly live: Live;
  readonly showWorld: (world: string) => void;
}

export const RoomContext = createContext<Room>(undefined as never);

export const useRoom = () => useContext(RoomContext);

export type ViolationsByNumber = ReadonlyMap<number, readonly string[]>;

export function violationsByNumber(report: FindingsReport | undefined): ViolationsByNumber {
  const accused = new Map<number, string[]>();
  for (const { id, outcome, findings } of report?.rules ?? []) {
    if (outcome !== 'violation') continue;
    for (const { problem, exchanges } of findings) {
      for (const number of exchanges) accused.set(number, [...(accused.get(number) ?? []), `${id}: ${problem}`]);
    }
  }
  return accused;
}

const TICK_MS = 250;

/** The clock of a world, which counts whole seconds between the server's events. */
export class WorldTime {
  /** The clock as the server reported it, with the page's `performance.now()` of that moment. */
  readonly clock = signal<ClockState & { readonly readAtMs: number }>();
  readonly nowMs = signal<number>();
  #timer: ReturnType<typeof setInterval> | undefined;

  set(state: ClockState): void {
    this.stop();
    this.clock.value = { ...state, readAtMs: performance.now() };
    if (state.scale > 0) this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  /** Stops counting until the next `set`. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (this.clock.value === undefined) return;
    const { now, scale, readAtMs } = this.clock.value;
    const ms = Date.parse(now) + scale * (performance.now() - readAtMs);
    this.nowMs.value = Math.floor(ms / 1000) * 1000;
  }
}

/** How many lines the live list has: more would make the page slow. */
const MOST_LINES = 200;

/** Adds new lines, newest first, and removes those that the server no longer has. */
export function addLines(
  known: readonly RequestLine[],
  { lines, latest, kept }: AdminEvents['requests'],
): readonly RequestLine[] {
  // Numbers repeat after a snapshot was restored or another server connected: older lines are then obsolete.
  const first = lines[0]?.number ?? latest + 1;
  const isOtherPast = (known[0]?.number ?? 0) >= first || (known[0]?.number ?? 0) > latest;
  const news = lines.toReversed();
  const all = isOtherPast ? news : [...news, ...known];
  return all.slice(0, MOST_LINES).filter(({ number }) => number > latest - kept);
}

/** Seconds that the chart shows. */
export const SHOWN_SECONDS = 300;

/** Adds new seconds and returns the last five minutes, oldest first. A second that has grown replaces itself. */
export function addSeconds(known: Traffic['seconds'], news: Traffic['seconds']): Traffic['seconds'] {
  const first = news[0]?.at ?? Number.POSITIVE_INFINITY;
  const all = [...known.filter(({ at }) => at < first), ...news];
  const oldest = (all.at(-1)?.at ?? 0) - SHOWN_SECONDS;
  return all.filter(({ at }) => at > oldest);
}

/** `refused`: the token is wrong. `lost`: the server is gone, and the page reconnects. `ended`: the world does not exist (any more). */
export type Connection = 'connecting' | 'live' | 'lost' | 'refused' | 'ended';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;

/** Returns the final connection state for errors that a retry cannot fix. */
function endOf(error: unknown): Connection | undefined {
  if (!(error instanceof AdminError)) return undefined;
  if (error.status === 401 || error.status === 403) return 'refused';
  return error.status === 404 ? 'ended' : undefined;
}
