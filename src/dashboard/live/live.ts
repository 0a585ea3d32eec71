import { computed, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { AdminEvent, AdminEvents } from '../../admin/events.js';
import type { FindingsReport, RequestLine, Traffic } from '../../admin/schemas/requests.js';
import type { ClockState, StockEntry } from '../../admin/schemas/world.js';
import { withNews, withSeconds } from './recent.js';
import { withChanges } from '../stock/stock-order.js';
import { StockReader } from '../stock/stock-reader.js';
import { type Connection, watchEvents } from './watch-events.js';

/** The state of one world, updated by the server's events. Panels only read signals and call the client. */
export class Live {
  readonly client: AdminClient;
  /** Which world this is: `shared`, `w1`, … */
  readonly world: string;
  readonly connection = signal<Connection>('connecting');
  readonly hello = signal<AdminEvents['hello']>();
  /** Whether the server is a proxy: it has only requests, traffic, manners and findings. */
  readonly isProxy = computed(() => this.hello.value?.mode === 'proxy');
  /** The store that the server shares with others; undefined without one. */
  readonly store = signal<AdminEvents['store']>();
  readonly keys = signal<AdminEvents['keys']>();
  readonly faults = signal<AdminEvents['faults']>();
  readonly behaviour = signal<AdminEvents['behaviour']>();
  readonly snapshots = signal<AdminEvents['snapshots']>();
  readonly worlds = signal<AdminEvents['worlds']>();
  /** The whole stock in the order of ids; undefined until it was read. A change makes a new array. */
  readonly stock = signal<readonly StockEntry[]>();
  /** Known before the stock was read. */
  readonly petCount = signal<number>();
  /** The newest requests, newest first, 200 at most. */
  readonly requests = signal<readonly RequestLine[]>([]);
  /** Numbers: of the newest request, and how many the server still has. */
  readonly requestCounts = signal({ latest: 0, kept: 0, isBoundBySize: false });
  /** The last five minutes, oldest first. */
  readonly traffic = signal<Traffic['seconds']>([]);
  readonly manners = signal<AdminEvents['manners']>();
  readonly mannersViolations = computed(() => violationsByNumber(this.manners.value));
  readonly findings = signal<AdminEvents['findings']>();
  readonly contractViolations = computed(() => violationsByNumber(this.findings.value, { hasIds: true }));

  readonly #time = new WorldTime();
  readonly clock = this.#time.clock;
  /** The time of the world, advanced between events; changes at most four times a second. */
  readonly nowMs = this.#time.nowMs;

  readonly #reader: StockReader;
  readonly #ending = new AbortController();
  #isFirstOfRequests = true;

  /** Starts to follow the world of a client. */
  constructor(client: AdminClient) {
    this.client = client;
    this.world = client.worldId;
    const onStock = (stock: readonly StockEntry[]) => {
      this.stock.value = stock;
    };
    this.#reader = new StockReader(client, onStock, this.#ending.signal);
    void watchEvents(client, {
      onEvent: (event) => this.#receive(event),
      onConnection: (connection) => {
        this.connection.value = connection;
        if (connection !== 'live') this.#time.stop();
      },
      signal: this.#ending.signal,
    });
  }

  /** Ends the connection. */
  close(): void {
    this.#ending.abort();
    this.#time.stop();
  }

  #receive({ name, data }: AdminEvent): void {
    switch (name) {
      case 'hello':
        // Another server may have connected, or the same one after a while: its state is sent again.
        this.hello.value = data;
        this.store.value = undefined;
        this.traffic.value = [];
        this.#isFirstOfRequests = true;
        break;
      case 'clock':
        this.#time.set(data);
        break;
      case 'stock':
        this.#receiveStock(data);
        break;
      case 'requests':
        this.#receiveRequests(data);
        break;
      case 'traffic':
        this.traffic.value = withSeconds(this.traffic.value, data.seconds);
        break;
      case 'bye':
        break;
      default:
        (this[name] as Signal<unknown>).value = data;
    }
  }

  #receiveStock({ total, isAllNew, changes }: AdminEvents['stock']): void {
    this.petCount.value = total;
    if (isAllNew) {
      void this.#reader.request();
      return;
    }
    this.#reader.note(changes);
    if (this.stock.value !== undefined) this.stock.value = withChanges(this.stock.value, changes);
  }

  #receiveRequests(update: AdminEvents['requests']): void {
    this.requests.value = withNews(this.#isFirstOfRequests ? [] : this.requests.value, update);
    const { latest, kept, isBoundBySize } = update;
    this.requestCounts.value = { latest, kept, isBoundBySize };
    this.#isFirstOfRequests = false;
  }
}

interface Room {
  readonly live: Live;
  /** Shows another world. */
  readonly showWorld: (world: string) => void;
}

export const RoomContext = createContext<Room>(undefined as never);

/** Returns the shown world, and a function that shows another one. */
export const useRoom = () => useContext(RoomContext);

/** Violations by number of the exchange: one text for each violated rule. */
export type ViolationsByNumber = ReadonlyMap<number, readonly string[]>;

/** Returns the violations of a report by number of the exchange. With `hasIds`, each text starts with the rule's id. */
export function violationsByNumber(report: FindingsReport | undefined, { hasIds = false } = {}): ViolationsByNumber {
  const accused = new Map<number, string[]>();
  for (const { id, outcome, findings } of report?.rules ?? []) {
    if (outcome !== 'violation') continue;
    const found = new Map<number, string[]>();
    for (const { problem, exchanges } of findings) {
      for (const number of exchanges) found.set(number, [...(found.get(number) ?? []), problem]);
    }
    for (const [number, whats] of found) {
      const text = `${hasIds ? `${id}: ` : ''}${whats.join('; ')}`;
      accused.set(number, [...(accused.get(number) ?? []), text]);
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
