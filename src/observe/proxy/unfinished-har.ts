import { open, stat } from 'node:fs/promises';
import { UNFINISHED } from '../../transcript/unfinished-recording.js';

/** Answers the end of a recording as it is once the recording has ended, no byte longer or shorter: as many blanks take the mark's place. */
export function finishedTail(tail: string): string {
  return tail.replace(UNFINISHED, (mark) => ' '.repeat(mark.length));
}

/** Tells whether a file is a recording that nobody ended. */
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
