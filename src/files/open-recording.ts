import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, posix, relative, resolve } from 'node:path';
import * as zlib from 'node:zlib';
import { inflateRawSync } from 'node:zlib';
import { InputError } from '../json/input-error.js';
import { MOST_FILE_BYTES, readBytes, textOf } from './read-file.js';

/** As for bodies that are received. */
const MOST_BODY_BYTES = 32 * 2 ** 20;

/** Opens a HAR, one in gzip, or one of Playwright in a `.zip`. Returns its text, and `files` for the bodies outside it. Throws an InputError. */
export function openRecording(file: string, attempted: string, remedy: string) {
  const bytes = readBytes(file, attempted, remedy);
  const fail = (problem: string): never => {
    throw new InputError(attempted, problem, 'Unpack it, and name the HAR file');
  };
  try {
    const { har, readBody } = unpack(bytes, file, fail);
    return { text: textOf(har, attempted, remedy), files: { readBody, decode } };
  } catch (error) {
    if (error instanceof InputError) throw error;
    return fail(`it is damaged, encrypted, or has over ${MOST_FILE_BYTES / 2 ** 20} MiB when unpacked`);
  }
}

function unpack(bytes: Buffer, file: string, fail: (problem: string) => never) {
  const magic = bytes.toString('latin1', 0, 2);
  if (magic !== 'PK') {
    const har = magic === '\x1f\x8b' ? zlib.gunzipSync(bytes, { maxOutputLength: MOST_FILE_BYTES }) : bytes;
    return { har, readBody: (name: string) => readBeside(dirname(file), name) };
  }
  const entries = readZip(bytes);
  const hars = [...entries].filter(([name]) => /(?:^|\/)(?!\._)[^/]*\.har$/.test(name));
  const [first] = hars;
  if (first === undefined || hars.length > 1) return fail(`the ZIP file contains ${hars.length || 'no'} HAR files`);
  const [name, unpackHar] = first;
  const readBody = (body: string) => orUndefined(() => entries.get(posix.join(dirname(name), body))?.(MOST_BODY_BYTES));
  return { har: unpackHar(MOST_FILE_BYTES), readBody };
}

/** Returns a body in the folder of the recording or below; undefined for any other file: a HAR from elsewhere must not name one. */
function readBeside(folder: string, name: string): Uint8Array | undefined {
  return orUndefined(() => {
    const file = realpathSync(resolve(folder, name));
    const inside = relative(realpathSync(folder), file);
    const found = statSync(file);
    const isAllowed = !/^\.\.(?:[/\\]|$)/.test(inside) && !isAbsolute(inside) && found.isFile();
    return isAllowed && found.size <= MOST_BODY_BYTES ? readFileSync(file) : undefined;
  });
}

function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

const decoders: { readonly [coding: string]: Decoder | undefined } = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  // Of Node 22.15 and newer.
  zstd: (zlib as { readonly zstdDecompressSync?: Decoder }).zstdDecompressSync,
};

function decode(bytes: Uint8Array, coding: string): Uint8Array | undefined {
  const names = coding.split(',').map((name) => name.trim().toLowerCase());
  return orUndefined(() =>
    names.reduceRight((coded, name) => {
      const decoder = decoders[name];
      if (decoder === undefined) throw new Error('unknown coding');
      return decoder(coded, { maxOutputLength: MOST_BODY_BYTES });
    }, bytes),
  );
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const DEFLATED = 8;

/** Returns how to unpack each file of a ZIP archive. Throws an error for a damaged one, and for those that need ZIP64. */
function readZip(archive: Buffer): ReadonlyMap<string, (mostBytes: number) => Buffer> {
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
