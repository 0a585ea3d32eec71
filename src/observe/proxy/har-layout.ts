import { type FileHandle, open, stat } from 'node:fs/promises';
import { UNFINISHED, writeHar } from '../../exchange/write-har.js';
import { isJson } from '../../spec/json.js';

/** What does not change in a recording that grows: before the first entry, and after the last. */
export interface HarFrame {
  readonly head: string;
  readonly tail: string;
}

/** Takes apart what {@link writeHar} makes of no exchanges at all, and marks it as unfinished. */
export function harFrame(baseUrl: string, creator: { readonly name: string; readonly version: string }): HarFrame {
  const empty = writeHar({ exchanges: [], baseUrl, run: undefined }, creator);
  const inList = empty.lastIndexOf('[]') + 1;
  return { head: empty.slice(0, inList), tail: `\n]${UNFINISHED}${empty.slice(inList + 1)}` };
}

/** Returns where in a recording the first entry begins: on the line after the head. */
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
  await closeList(handle, frame.tail, found.end);
  return found;
}

/** Takes the mark off a recording whose entries end at `to`. Where that cannot be, it stays. */
export async function endHar(handle: HarHandle, { tail }: HarFrame, to: number): Promise<void> {
  await writeWhole(handle, Buffer.from(finishedTail(tail)), to).catch(() => {});
}

/** Returns the entry on a line, without the comma that parts it from the next. */
export function entryIn(line: Buffer): string {
  return line.toString('utf8', 0, line.at(-1) === COMMA ? line.length - 1 : line.length);
}

const COMMA = 44;

const BLANK = 32;

/**
 * Closes the list of a recording whose entries end at `end`, whatever stands behind that. In one write, over all of it, and only
 * then shorter: between the two the file is valid as well.
 */
export async function closeList(handle: HarHandle, tail: string, end: number): Promise<void> {
  const bytes = Buffer.byteLength(tail);
  const { size } = await handle.stat();
  const closing = Buffer.alloc(Math.max(bytes, size - end), BLANK);
  closing.write(tail);
  await writeWhole(handle, closing, end);
  await handle.truncate(end + bytes);
}

/** Part of a file in which each line is one entry. */
export interface EntryLines {
  readonly handle: Pick<FileHandle, 'read'>;
  /** Bytes: from the first letter of an entry, up to the end of the last one. */
  readonly from: number;
  readonly to: number;
}

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;

/** Reads one line after the other, without their ends; in memory is one of them at a time. */
export async function* readLines({ handle, from, to }: EntryLines): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for (let place = from; place < to; ) {
    const chunk = await readAt(handle, place, Math.min(CHUNK_BYTES, to - place));
    place += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]);
      begun = [];
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
  }
  if (to > from) yield Buffer.concat(begun);
}

async function readAt(handle: EntryLines['handle'], place: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, place);
  // Whoever cut the file off meanwhile would have this wait for ever.
  if (bytesRead === 0) throw new Error('it is shorter than what was written to it');
  return buffer.subarray(0, bytesRead);
}

/** What of a file a recording needs. */
export type HarHandle = Pick<FileHandle, 'read' | 'write' | 'truncate' | 'stat' | 'close'>;

/** Returns the end of a recording as it is once the recording has ended, no byte longer or shorter: as many blanks take the mark's place. */
function finishedTail(tail: string): string {
  return tail.replace(UNFINISHED, (mark) => ' '.repeat(mark.length));
}

/** Returns whether a file is a recording that nobody ended. */
export async function isUnfinishedHar(file: string): Promise<boolean> {
  // Whoever opens a pipe to read it waits for somebody who writes to it.
  const found = await stat(file).catch(() => undefined);
  const handle = found?.isFile() ? await open(file, 'r').catch(() => undefined) : undefined;
  if (handle === undefined) return false;
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, 2 * UNFINISHED.length);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes(UNFINISHED);
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

/** Writes all of some bytes, where one write may take only a part. */
export async function writeWhole(handle: Pick<FileHandle, 'write'>, bytes: Uint8Array, place: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    done += (await handle.write(bytes, done, bytes.length - done, place + done)).bytesWritten;
  }
}
