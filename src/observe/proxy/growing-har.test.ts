import { expect, test } from 'vitest';
import { growHar } from './growing-har.js';
import type { HarHandle } from './har-layout.js';

const frame = { head: '{"entries": [', tail: '\n]}' };
const begun = { written: 0, end: frame.head.length };

/** A file in memory, whose writes are done one step later. */
function fileInMemory() {
  const file = { text: frame.head + frame.tail };
  const handle: Partial<HarHandle> = {
    write: (async (bytes: Uint8Array, offset: number, length: number, place: number) => {
      await Promise.resolve();
      const written = Buffer.from(bytes.subarray(offset, offset + length)).toString();
      file.text = file.text.slice(0, place) + written + file.text.slice(place + length);
      return { bytesWritten: length };
    }) as HarHandle['write'],
  };
  return { file, handle: handle as HarHandle };
}

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'loses nothing that is added %i steps before it moves to another file',
  async (steps) => {
    const [old, next] = [fileInMemory(), fileInMemory()];
    const har = growHar(old.handle, begun, frame, () => {});
    har.add('1');
    const moved = har.moveTo(async () => {
      const { to } = har.lines;
      await new Promise((resolve) => setImmediate(resolve));
      next.file.text = old.file.text.slice(0, to) + frame.tail;
      return { handle: next.handle, to };
    });
    for (let step = 0; step < steps; step++) await Promise.resolve();
    har.add('2');
    await moved;
    har.add('3');
    await har.settled();
    expect(JSON.parse(next.file.text)).toEqual({ entries: [1, 2, 3] });
    expect([har.written, har.missed]).toEqual([3, 0]);
  },
);
