import type { ReadonlySignal } from '@preact/signals';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { AdminEvents } from '../../admin/events.js';
import type { ClockState } from '../../admin/schemas/clock.js';
import type { RequestLine, Traffic } from '../../admin/schemas/requests.js';
import type { StockEntry } from '../../admin/schemas/stock.js';
import type { Accused } from './accused.js';

/** `refused`: the token is wrong. `lost`: the server is gone, and is tried again. `ended`: the server has no such world (any more). */
export type Connection = 'connecting' | 'live' | 'lost' | 'refused' | 'ended';

/** All that the page knows of one world, kept up to date by the server's events. Panels read signals and call the client; nothing else. */
export interface Live {
  /** Which world this is: `shared`, `w1`, … */
  readonly world: string;
  /** Calls the admin API for this world. */
  readonly client: AdminClient;
  readonly connection: ReadonlySignal<Connection>;
  readonly hello: ReadonlySignal<AdminEvents['hello'] | undefined>;
  /** Whether the server is a proxy in front of a real service: there are requests, traffic, manners and findings, and nothing else. */
  readonly isProxy: ReadonlySignal<boolean>;
  readonly clock: ReadonlySignal<ClockTold | undefined>;
  /** What time it is in the world, counted on between events; moves four times a second at most. */
  readonly nowMs: ReadonlySignal<number | undefined>;
  readonly keys: ReadonlySignal<AdminEvents['keys'] | undefined>;
  readonly faults: ReadonlySignal<AdminEvents['faults'] | undefined>;
  readonly behaviour: ReadonlySignal<AdminEvents['behaviour'] | undefined>;
  readonly snapshots: ReadonlySignal<AdminEvents['snapshots'] | undefined>;
  readonly worlds: ReadonlySignal<AdminEvents['worlds'] | undefined>;
  /** The whole stock in the order of ids; undefined until it was read. A change makes a new array. */
  readonly stock: ReadonlySignal<readonly StockEntry[] | undefined>;
  /** Ids of pets whose entry changed within the last two seconds, for a highlight. */
  readonly changedPets: ReadonlySignal<ReadonlySet<string>>;
  /** The newest requests, newest first, 2,000 at most. */
  readonly requests: ReadonlySignal<readonly RequestLine[]>;
  /** Numbers: of the newest request, and how many the server still has. */
  readonly requestCounts: ReadonlySignal<{ readonly latest: number; readonly kept: number }>;
  /** The last five minutes, oldest first. */
  readonly traffic: ReadonlySignal<Traffic['seconds']>;
  readonly manners: ReadonlySignal<AdminEvents['manners'] | undefined>;
  /** What is wrong with the manners of a request, by its number, in words. */
  readonly illMannered: ReadonlySignal<Accused>;
  readonly findings: ReadonlySignal<AdminEvents['findings'] | undefined>;
  /** Which rules the answer to a request breaks, by its number, and how. */
  readonly rulesBroken: ReadonlySignal<Accused>;
  /** Ends the connection. */
  close(): void;
}

/** What the clock said, and when by the page's own `performance.now()`: between events the page counts on by itself. */
export interface ClockTold extends ClockState {
  readonly toldAtMs: number;
}
