import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { AdminEvents } from '../../admin/events.js';
import type { FindingsReport, RequestLine, Traffic } from '../../admin/schemas/requests.js';
import type { ClockState, StockEntry } from '../../admin/schemas/world.js';

/** `refused`: the token is wrong. `lost`: the server is gone, and the page reconnects. `ended`: the world does not exist (any more). */
export type Connection = 'connecting' | 'live' | 'lost' | 'refused' | 'ended';

/** The state of one world, updated by the server's events. Panels only read signals and call the client. */
export interface Live {
  /** Which world this is: `shared`, `w1`, … */
  readonly world: string;
  /** Calls the admin API for this world. */
  readonly client: AdminClient;
  readonly connection: ReadonlySignal<Connection>;
  readonly hello: ReadonlySignal<AdminEvents['hello'] | undefined>;
  /** Whether the server is a proxy: it has only requests, traffic, manners and findings. */
  readonly isProxy: ReadonlySignal<boolean>;
  readonly clock: ReadonlySignal<ClockReading | undefined>;
  /** The time of the world, advanced between events; changes at most four times a second. */
  readonly nowMs: ReadonlySignal<number | undefined>;
  readonly keys: ReadonlySignal<AdminEvents['keys'] | undefined>;
  readonly faults: ReadonlySignal<AdminEvents['faults'] | undefined>;
  readonly behaviour: ReadonlySignal<AdminEvents['behaviour'] | undefined>;
  readonly snapshots: ReadonlySignal<AdminEvents['snapshots'] | undefined>;
  readonly worlds: ReadonlySignal<AdminEvents['worlds'] | undefined>;
  /** The whole stock in the order of ids; undefined until it was read. A change makes a new array. */
  readonly stock: ReadonlySignal<readonly StockEntry[] | undefined>;
  /** Changes entries of the stock. */
  changeStock(changes: readonly StockEntry[]): void;
  /** Ids of pets whose entry changed within the last two seconds, for a highlight. */
  readonly changedPets: ReadonlySignal<ReadonlySet<string>>;
  /** The newest requests, newest first, 2,000 at most. */
  readonly requests: ReadonlySignal<readonly RequestLine[]>;
  /** Numbers: of the newest request, and how many the server still has. */
  readonly requestCounts: ReadonlySignal<{ readonly latest: number; readonly kept: number }>;
  /** The last five minutes, oldest first. */
  readonly traffic: ReadonlySignal<Traffic['seconds']>;
  readonly manners: ReadonlySignal<AdminEvents['manners'] | undefined>;
  /** Manners violations by number of the request. */
  readonly mannersViolations: ReadonlySignal<ViolationsByNumber>;
  readonly findings: ReadonlySignal<AdminEvents['findings'] | undefined>;
  /** Contract violations by number of the request. */
  readonly contractViolations: ReadonlySignal<ViolationsByNumber>;
  /** Ends the connection. */
  close(): void;
}

/** What every part of the page needs. */
interface Room {
  readonly live: Live;
  /** Shows another world. */
  readonly showWorld: (world: string) => void;
}

export const RoomContext = createContext<Room>(undefined as never);

/** Returns the shown world, and a function that shows another one. */
export const useRoom = () => useContext(RoomContext);

/** The clock as the server reported it, with the page's `performance.now()` of that moment. */
export interface ClockReading extends ClockState {
  readonly readAtMs: number;
}

/** Violations by number of the exchange: one text for each violated rule. */
export type ViolationsByNumber = ReadonlyMap<number, readonly string[]>;

/** Returns the violations of a report by number of the exchange. With `hasIds`, each text starts with the rule's id. */
export function violationsByNumber({ rules }: FindingsReport, { hasIds = false } = {}): ViolationsByNumber {
  const accused = new Map<number, string[]>();
  for (const { id, outcome, findings } of rules) {
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
