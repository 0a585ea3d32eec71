import type { Entry } from './entry.js';
import { createHeldBytes } from './held-bytes.js';

/** Forgotten places at the front that are tolerated before the rest moves up. */
const MOST_GAPS = 1_024;

/** The newest entries, as many as there is room for. */
export interface BoundedEntries {
  /** Another one whenever the entries are other ones. */
  readonly version: number;
  /** How many were forgotten for want of room since the last `clear`. */
  readonly dropped: number;
  readonly count: number;
  /** Oldest first; on request only those after the one of a number. */
  list(after?: number): readonly Entry[];
  /** Answers the entry of a number; undefined where it was forgotten, or is still to come. */
  at(number: number): Entry | undefined;
  add(entry: Entry): void;
  clear(): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

/**
 * Keeps `limit` entries at most, and bodies of so many bytes, which is asked at each addition; always the newest one. Entries come in the order of their
 * numbers, none of which is left out: so each is found by its number at once.
 */
export function createBoundedEntries(limit: number, mostBytes: () => number): BoundedEntries {
  let kept: (Entry | undefined)[] = [];
  let first = 0;
  let dropped = 0;
  let version = 0;
  let bytes = createHeldBytes();

  const hasRoom = () => {
    const count = kept.length - first;
    return count <= limit && (bytes.total <= mostBytes() || count <= 1);
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
  const placeOf = (number: number) => first + number - (kept[first]?.number ?? 0);
  const list = (after = 0) => kept.slice(Math.max(first, placeOf(after) + 1)) as Entry[];

  return {
    get version() {
      return version;
    },
    get dropped() {
      return dropped;
    },
    get count() {
      return kept.length - first;
    },
    list,
    at: (number) => kept[placeOf(number)],
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
