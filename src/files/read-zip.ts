import { inflateRawSync } from 'node:zlib';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATED = 8;

/** Returns how to unpack each file of a ZIP archive. Throws an error for a damaged one, and for those that need ZIP64. */
export function readZip(archive: Buffer): ReadonlyMap<string, (mostBytes: number) => Buffer> {
  let end = archive.length - END_BYTES;
  // A comment may follow.
  while (archive.readUInt32LE(end) !== END_SIGNATURE) end -= 1;
  const entries = new Map<string, (mostBytes: number) => Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new Error('damaged');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const name = archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const [method, packedBytes] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const local = archive.readUInt32LE(at + 42);
    entries.set(name, (maxOutputLength) => {
      const start = local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const packed = archive.subarray(start, start + packedBytes);
      return method === DEFLATED ? inflateRawSync(packed, { maxOutputLength }) : packed;
    });
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}
