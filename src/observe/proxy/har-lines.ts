import type { FileHandle } from 'node:fs/promises';

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
