import type { HarHandle } from './har-handle.js';
import { writeWhole } from './write-whole.js';

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
