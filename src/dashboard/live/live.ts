import type { ReadonlySignal } from '@preact/signals';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { AdminEvents } from '../../admin/events.js';
import type { FindingsReport, RequestLine, Traffic } from '../../admin/schemas/requests.js';
import type { ClockState, StockEntry } from '../../admin/schemas/world.js';

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
  readonly clock: ReadonlySignal<ClockReading | undefined>;
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
  readonly mannersViolations: ReadonlySignal<ViolationsByNumber>;
  readonly findings: ReadonlySignal<AdminEvents['findings'] | undefined>;
  /** Which rules the answer to a request breaks, by its number, and how. */
  readonly contractViolations: ReadonlySignal<ViolationsByNumber>;
  /** Ends the connection. */
  close(): void;
}

/** What the clock said, and when by the page's own `performance.now()`: between events the page counts on by itself. */
export interface ClockReading extends ClockState {
  readonly readAtMs: number;
}

/** What is wrong with exchanges, by their numbers: a text for each rule that one of them breaks. */
export type ViolationsByNumber = ReadonlyMap<number, readonly string[]>;

/** Returns the exchanges that a report accuses of anything, and of what; each text begins with the id of its rule where that is asked for. */
export function violationsByNumber({ rules }: FindingsReport, { hasIds = false } = {}): ViolationsByNumber {
  const accused = new Map<number, string[]>();
  for (const { id, outcome, findings } of rules) {
    if (outcome !== 'violation') continue;
    const found = new Map<number, string[]>();
    for (const { what, exchanges } of findings) {
      for (const number of exchanges) found.set(number, [...(found.get(number) ?? []), what]);
    }
    for (const [number, whats] of found) {
      const text = `${hasIds ? `${id}: ` : ''}${whats.join('; ')}`;
      accused.set(number, [...(accused.get(number) ?? []), text]);
    }
  }
  return accused;
}
