/** A longer body is not judged; its receiver gets all of it. */
export const MOST_BODY_BYTES = 8 * 1_048_576;

/** What came of a body. */
export interface TappedBody {
  readonly bytes: Uint8Array;
  /** Why it is not whole. */
  readonly incomplete: string | undefined;
}

/** Reads a stream to its end, or as far as it goes. Never rejects. */
export async function tapBody(
  stream: ReadableStream<Uint8Array> | null,
  mostBytes = MOST_BODY_BYTES,
): Promise<TappedBody> {
  if (stream === null) return { bytes: new Uint8Array(), incomplete: undefined };
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: concat(chunks, length), incomplete: undefined };
      chunks.push(value);
      length += value.length;
      if (length <= mostBytes) continue;
      // From here on the receiver sets the pace.
      void reader.cancel().catch(() => undefined);
      return { bytes: new Uint8Array(), incomplete: 'too large to be kept' };
    }
  } catch {
    return { bytes: concat(chunks, length), incomplete: 'cut off' };
  }
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
