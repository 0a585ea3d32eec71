import type { FileHandle } from 'node:fs/promises';
import { writeHar } from '../../transcript/har-out.js';
import { type EntryLines, readLines } from './har-lines.js';
import { writeWhole } from './write-whole.js';

/** What of a file is needed. */
export type HarHandle = Pick<FileHandle, 'read' | 'write' | 'truncate' | 'stat' | 'close'>;

/** What does not change in a recording that grows: before the first entry, and after the last. */
export interface HarFrame {
  readonly head: string;
  readonly tail: string;
}

/** A list of entries, each on a line of its own, in a file that is whole and valid after each write. */
export interface GrowingHar {
  /** How many entries stand in it. */
  readonly written: number;
  /** How many found no room: the disk was full, or too slow. */
  readonly missed: number;
  /** Where those entries stand that are written. */
  readonly lines: EntryLines & { readonly handle: HarHandle };
  /** Takes an entry; answers whether there was room for it. */
  add(entry: string): boolean;
  /** Writes nothing while a task runs, and goes on in the file that it answers, whose entries end at `to`. */
  moveTo(task: () => Promise<{ readonly handle: HarHandle; readonly to: number }>): Promise<void>;
  /** Settles when all that was taken is written. */
  settled(): Promise<void>;
}

/** Entries may wait for a slow disk, so many characters at once. */
const MOST_WAITING_LENGTH = 32 * 2 ** 20;

export function harFrame(baseUrl: string, creator: { readonly name: string; readonly version: string }): HarFrame {
  const empty = writeHar({ exchanges: [], baseUrl, run: undefined }, creator);
  const inList = empty.lastIndexOf('[]') + 1;
  return { head: empty.slice(0, inList), tail: `\n${empty.slice(inList)}` };
}

/** Answers where in a recording the first entry begins: on the line after the head. */
export function firstEntryAt({ head }: HarFrame): number {
  return Buffer.byteLength(head) + 1;
}

/** What stands in a recording. */
export interface Begun {
  readonly written: number;
  /** Where its entries end. */
  readonly end: number;
}

/** Writes a recording without entries. */
export async function beginHar(handle: HarHandle, { head, tail }: HarFrame): Promise<Begun> {
  await writeWhole(handle, Buffer.from(head + tail), 0);
  return { written: 0, end: Buffer.byteLength(head) };
}

/** Finds what stands in a recording that somebody else began, and makes it whole. Throws where it is another file. */
export async function resumeHar(handle: HarHandle, frame: HarFrame): Promise<Begun> {
  const head = Buffer.from(frame.head);
  const { size } = await handle.stat();
  const { buffer } = await handle.read(Buffer.alloc(head.length), 0, head.length, 0);
  if (!buffer.equals(head)) throw new Error('another file lies there now');
  let begun: Begun = { written: 0, end: head.length };
  let before = begun;
  let lastEntry = '{}';
  let place = firstEntryAt(frame);
  for await (const line of readLines({ handle, from: place, to: size })) {
    const entry = entryIn(line);
    if (!entry.startsWith('{') || !entry.endsWith('}')) break;
    before = begun;
    begun = { written: begun.written + 1, end: place + Buffer.byteLength(entry) };
    lastEntry = entry;
    place += line.length + 1;
    if (begun.end === place - 1) break;
  }
  // Whoever wrote the last one may have been stopped halfway.
  const found = isJson(lastEntry) ? begun : before;
  await handle.truncate(found.end);
  await writeWhole(handle, Buffer.from(frame.tail), found.end);
  return found;
}

/** Answers the entry on a line, without the comma that parts it from the next. */
export function entryIn(line: Buffer): string {
  return line.toString('utf8', 0, line.at(-1) === COMMA ? line.length - 1 : line.length);
}

const COMMA = 44;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

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
    await handle.truncate(end).catch(() => {});
    await writeWhole(handle, Buffer.from(tail), end).catch(() => {});
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
      await settled();
      const moved = task().then((place) => {
        ({ handle, to: end } = place);
      });
      writing = moved.catch(() => {}).then(work);
      await moved;
    },
    settled,
  };
}
