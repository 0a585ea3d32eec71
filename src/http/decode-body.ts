import { finished, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { quote } from '../json/quoting.js';
import { CollectedBytes } from './collected-bytes.js';

export interface BodyRules {
  readonly coding: string | undefined;
  /** `Content-Length` as it was received. */
  readonly length?: string | undefined;
  readonly maxBytes: number;
  readonly explainCut: (error: unknown) => string;
}

export interface DecodedBody {
  readonly bytes: Uint8Array;
  readonly incomplete: string | undefined;
  /** It arrived whole, but is not coded, or not as long, as the service says. */
  readonly isMiscoded?: true;
}

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** Each coding costs memory and time, and no usual body has more than two. */
const MOST_CODINGS = 4;

/** Reads and decodes a body (RFC 9110 §8.4). Stops reading as soon as it is larger than allowed; never throws. */
export async function decodeBody(
  source: Readable,
  { coding, length, maxBytes, explainCut }: BodyRules,
): Promise<DecodedBody> {
  const codings = codingsIn(coding);
  const isKnown = codings.every(isDecodable) && codings.length <= MOST_CODINGS;
  const chain = isKnown ? codings.toReversed().map((name) => decoders[name]()) : [];
  let receivedBytes = 0;
  source.on('data', (chunk: Uint8Array) => {
    receivedBytes += chunk.length;
  });
  const decoded: Readable = chain.at(-1) ?? source;
  if (chain.length > 0) pipeline([source, ...chain], () => {});
  const collected = new CollectedBytes();
  let size = 0;
  const end = await new Promise<unknown>((resolve) => {
    decoded.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > maxBytes) decoded.destroy();
      else collected.add(chunk);
    });
    finished(decoded, (error) => resolve(error ?? undefined));
  });
  const bytes = collected.bytes();
  if (size > maxBytes) return { bytes, incomplete: `larger than ${maxBytes / 2 ** 20} MiB` };
  if (end === undefined) return { bytes, incomplete: isKnown ? undefined : `coded as ${quote(codings.join(', '))}` };
  const code = String((end as NodeJS.ErrnoException).code);
  // The errors of zlib are `Z_DATA_ERROR` and the like, those of brotli `ERR__ERROR_FORMAT_PADDING_1`.
  if (!/^(?:Z_|ERR_(?:BROTLI)?_)/.test(code)) {
    const isShort = codings.length === 0 && Number(length) > bytes.length && isWholeJson(bytes);
    if (!isShort) return { bytes, incomplete: explainCut(end) };
    return { bytes, incomplete: `its Content-Length is ${length}, and it has ${bytes.length} bytes`, isMiscoded: true };
  }
  // A response without a body may name the coding that its body would have had.
  if (receivedBytes === 0) return { bytes, incomplete: undefined };
  const incomplete = `the ${codings.join(', ')} body is malformed`;
  // With this code, the coding is right as far as the body goes: the connection may have been closed early.
  return code === 'Z_BUF_ERROR' ? { bytes, incomplete } : { bytes, incomplete, isMiscoded: true };
}

/** No part of an array or object is one: then nothing was cut off, but the service counted wrongly. */
function isWholeJson(bytes: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function codingsIn(header: string | undefined): string[] {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

function isDecodable(coding: string): coding is keyof typeof decoders {
  return Object.hasOwn(decoders, coding);
}
