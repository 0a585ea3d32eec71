import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CollectedBytes } from './collected-bytes.js';

function collected(chunks: readonly Uint8Array[]): CollectedBytes {
  const collection = new CollectedBytes();
  for (const chunk of chunks) collection.add(chunk);
  return collection;
}

it('returns the bytes of all chunks in order, whatever their sizes', () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 4_000, max: 70_000 }));
  fc.assert(
    fc.property(fc.array(size, { maxLength: 60 }), fc.nat(59), (sizes, looked) => {
      const chunks = sizes.map((length, index) => new Uint8Array(length).fill(index));
      const collection = new CollectedBytes();
      for (const [index, chunk] of chunks.entries()) {
        collection.add(chunk);
        if (index === looked) expect(collection.bytes().length).toBe(collection.length);
      }
      const expected = Buffer.concat(chunks);
      expect(collection.length).toBe(expected.length);
      expect(Buffer.from(collection.bytes()).equals(expected)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

it('keeps none of the memory that chunks are views of, and little for single bytes', () => {
  const buffer = new Uint8Array(1_000_000);
  const bytes = collected(Array.from(buffer, (_, index) => buffer.subarray(index, index + 1))).bytes();
  expect(bytes.buffer).not.toBe(buffer.buffer);
  expect(bytes.buffer.byteLength).toBeLessThan(2_100_000);
});
