import { isJson } from '../../json/is-json.js';
import { writeHar } from '../../transcript/har-out.js';
import { UNFINISHED } from '../../transcript/unfinished-recording.js';
import { closeList } from './close-list.js';
import type { HarHandle } from './har-handle.js';
import { readLines } from './har-lines.js';
import { finishedTail } from './unfinished-har.js';
import { writeWhole } from './write-whole.js';

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
  await closeList(handle, frame.tail, found.end);
  return found;
}

/** Takes the mark off a recording whose entries end at `to`. Where that cannot be, it stays. */
export async function endHar(handle: HarHandle, { tail }: HarFrame, to: number): Promise<void> {
  await writeWhole(handle, Buffer.from(finishedTail(tail)), to).catch(() => {});
}

/** Answers the entry on a line, without the comma that parts it from the next. */
export function entryIn(line: Buffer): string {
  return line.toString('utf8', 0, line.at(-1) === COMMA ? line.length - 1 : line.length);
}

const COMMA = 44;
