import { CollectedBytes } from '../http/collected-bytes.js';

/** A longer body is not judged; its receiver gets all of it. */
export const MOST_BODY_BYTES = 8 * 1_048_576;

export interface CollectedBody {
  readonly bytes: Uint8Array;
  /** Why it is incomplete; undefined if it is complete. */
  readonly incomplete: string | undefined;
}

/** Reads a stream to its end or its error. Never rejects. */
export async function collectBody(
  stream: ReadableStream<Uint8Array> | null,
  mostBytes = MOST_BODY_BYTES,
): Promise<CollectedBody> {
  if (stream === null) return { bytes: new Uint8Array(), incomplete: undefined };
  const collected = new CollectedBytes();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: collected.bytes(), incomplete: undefined };
      collected.add(value);
      if (collected.length <= mostBytes) continue;
      // From now on only the receiver reads.
      void reader.cancel().catch(() => undefined);
      return { bytes: new Uint8Array(), incomplete: 'too large to keep' };
    }
  } catch {
    return { bytes: collected.bytes(), incomplete: 'cut off' };
  }
}
