import {
  type Begun,
  closeList,
  type EntryLines,
  firstEntryAt,
  type HarFrame,
  type HarHandle,
  writeWhole,
} from './har-layout.js';

/**
 * A list of entries, each on a line of its own, in a file that is whole and valid before and after each write. Whoever reads it
 * while one is made may get a part: the size as it was, and what came since.
 */
export interface GrowingHar {
  /** How many entries stand in it. */
  readonly written: number;
  /** How many found no room: the disk was full, or too slow. */
  readonly missed: number;
  /** Where those entries stand that are written. */
  readonly lines: EntryLines & { readonly handle: HarHandle };
  /** Takes an entry; returns whether there was room for it. */
  add(entry: string): boolean;
  /** Writes nothing while a task runs, and goes on in the file that it answers, whose entries end at `to`. */
  moveTo(task: () => Promise<{ readonly handle: HarHandle; readonly to: number }>): Promise<void>;
  /** Settles when all that was taken is written. */
  settled(): Promise<void>;
}

/** Entries may wait for a slow disk, so many characters at once. */
const MOST_WAITING_LENGTH = 32 * 2 ** 20;

/** Goes on in a recording, of which `begun` tells what stands in it. */
export function growHar(
  first: HarHandle,
  begun: Begun,
  frame: HarFrame,
  onProblem: (problem: string) => void,
): GrowingHar {
  const { tail } = frame;
  const from = firstEntryAt(frame);
  let handle = first;
  /** Where the next entry goes: over the brackets that close the list. */
  let { end, written } = begun;
  let missed = 0;
  let isBroken = false;
  let waiting: string[] = [];
  let waitingLength = 0;
  let writing: Promise<void> | undefined;

  const writeBatch = async (batch: readonly string[]) => {
    const entries = Buffer.from(`${written === 0 ? '' : ','}\n${batch.join(',\n')}${tail}`);
    // In one piece, brackets and all: the file is valid before and after.
    await writeWhole(handle, entries, end);
    end += entries.length - Buffer.byteLength(tail);
    written += batch.length;
  };
  const giveUp = async (error: unknown, lost: number) => {
    isBroken = true;
    missed += lost + waiting.length;
    waiting = [];
    onProblem((error as Error).message);
    // What was cut off goes, and the brackets come back; the room for them had been there before.
    await closeList(handle, tail, end).catch(() => {});
  };
  const work = async () => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      waitingLength = 0;
      await writeBatch(batch).catch((error: unknown) => giveUp(error, batch.length));
    }
    writing = undefined;
  };
  const settled = async () => {
    while (writing !== undefined) await writing;
  };

  return {
    get written() {
      return written;
    },
    get missed() {
      return missed;
    },
    get lines() {
      return { handle, from, to: end };
    },
    add(entry) {
      if (isBroken || waitingLength + entry.length > MOST_WAITING_LENGTH) {
        missed += 1;
        return false;
      }
      waiting.push(entry);
      waitingLength += entry.length;
      writing ??= work();
      return true;
    },
    async moveTo(task) {
      // Looked at again after each wait, and not through `settled`: between its end and the next step somebody may have added more.
      while (writing !== undefined) await writing;
      const moved = task().then((place) => {
        ({ handle, to: end } = place);
      });
      writing = moved.catch(() => {}).then(work);
      await moved;
    },
    settled,
  };
}
