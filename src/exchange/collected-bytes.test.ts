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
        if (index === looked) expect(collection.parts.length).toBeGreaterThan(0);
      }
      const expected = Buffer.concat(chunks);
      expect(collection.length).toBe(expected.length);
      expect(Buffer.from(collection.bytes()).equals(expected)).toBe(true);
      expect(Buffer.concat(collection.parts).equals(expected)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

it('keeps few parts of a body of single bytes, and none of the memory that they are views of', () => {
  const buffer = new Uint8Array(1_000_000);
  const { parts } = collected(Array.from(buffer, (_, index) => buffer.subarray(index, index + 1)));
  expect(parts.length).toBeLessThan(40);
  expect(parts.slice(16).some((part) => part.buffer === buffer.buffer)).toBe(false);
});

it('keeps the chunks of a usual body as they are', () => {
  const chunks = [Uint8Array.of(1, 2), new Uint8Array(70_000), Uint8Array.of(3)];
  expect(collected(chunks).parts).toEqual(chunks);
  expect(collected(chunks).parts[0]).toBe(chunks[0]);
});
