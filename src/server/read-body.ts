import type { Readable } from 'node:stream';

/** Bytes beyond the limit that are read and thrown away, so that an ordinary client gets to read its 413. */
const DRAINED_BYTES = 16 * 1024 * 1024;

const NO_BYTES = new Uint8Array(0);

export interface ReceivedBody {
  readonly bytes: Uint8Array | 'too-large';
  /** False when the sender had more to say than we would hear: the connection cannot be used again. */
  readonly isComplete: boolean;
}

/** Reads a body up to `limit` bytes. Does not call back when the sender goes away before the end. */
export function readBody(stream: Readable, limit: number, done: (body: ReceivedBody) => void): void {
  let chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= limit) {
      chunks.push(chunk);
      return;
    }
    chunks = [];
    if (length - limit > DRAINED_BYTES) finish({ bytes: 'too-large', isComplete: false });
  };
  const onEnd = () => finish({ bytes: length > limit ? 'too-large' : joined(chunks), isComplete: true });
  const finish = (body: ReceivedBody) => {
    stream.off('data', onData).off('end', onEnd).pause();
    done(body);
  };
  // A sender that goes away mid-body is an error of the stream and none of ours.
  stream.on('error', () => {});
  stream.on('data', onData).on('end', onEnd);
}

function joined(chunks: readonly Buffer[]): Uint8Array {
  const [first = NO_BYTES] = chunks;
  return chunks.length > 1 ? Buffer.concat(chunks) : first;
}
