import type { Entry } from './entry.js';
import { createHeldBytes } from './held-bytes.js';

const MOST_BYTES = 64 * 1024 * 1024;

/** Forgotten places at the front that are tolerated before the rest moves up. */
const MOST_GAPS = 1_024;

/** The newest entries, as many as there is room for. */
export interface BoundedEntries {
  /** Another one whenever the entries are other ones. */
  readonly version: number;
  /** How many were forgotten for want of room since the last `clear`. */
  readonly dropped: number;
  /** Oldest first. */
  list(): readonly Entry[];
  add(entry: Entry): void;
  clear(): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

/** Keeps `limit` entries at most, and bodies of 64 MiB; always the newest one. */
export function createBoundedEntries(limit: number): BoundedEntries {
  let kept: (Entry | undefined)[] = [];
  let first = 0;
  let dropped = 0;
  let version = 0;
  let bytes = createHeldBytes();

  const hasRoom = () => {
    const count = kept.length - first;
    return count <= limit && (bytes.total <= MOST_BYTES || count <= 1);
  };
  const forgetOldest = () => {
    const oldest = kept[first];
    if (oldest !== undefined) bytes.release(oldest);
    kept[first] = undefined;
    first++;
    dropped++;
    if (first <= MOST_GAPS || first * 2 < kept.length) return;
    kept = kept.slice(first);
    first = 0;
  };
  const begin = (entries: readonly Entry[], alreadyDropped: number) => {
    kept = [...entries];
    first = 0;
    dropped = alreadyDropped;
    version++;
    bytes = createHeldBytes();
    for (const entry of entries) bytes.hold(entry);
  };
  const list = () => kept.slice(first) as Entry[];

  return {
    get version() {
      return version;
    },
    get dropped() {
      return dropped;
    },
    list,
    add(entry) {
      kept.push(entry);
      bytes.hold(entry);
      version++;
      while (!hasRoom()) forgetOldest();
    },
    clear: () => begin([], 0),
    save() {
      const saved = { entries: list(), dropped };
      return () => begin(saved.entries, saved.dropped);
    },
  };
}
