import type { Readable } from 'node:stream';

/** Bytes beyond the limit that are read and thrown away, so that an ordinary client gets to read its 413. */
const DRAINED_BYTES = 16 * 1024 * 1024;

/** A body up to here is copied into Node's pool: the journal keeps it, and a piece as it comes has memory of its own. */
const SMALL_BYTES = 1024;

const NO_BYTES = new Uint8Array(0);

export interface ReceivedBody {
  readonly bytes: Uint8Array | 'too-large';
  /**
   * There where the sender has more to say than we want to hear: the connection cannot be used again. It settles when the sender
   * has ended or said far too much; a connection that is closed before may take the answer with it.
   */
  readonly rest?: Promise<void>;
}

/**
 * Reads a body up to `limit` bytes; one that is `declared` to be longer counts as too large at once.
 * Does not call back when the sender goes away before the end.
 */
export function readBody(stream: Readable, declared: number, limit: number, done: (body: ReceivedBody) => void): void {
  // A sender that goes away mid-body is an error of the stream and none of ours.
  stream.on('error', () => {});
  if (declared > limit) {
    done({ bytes: 'too-large', rest: drain(stream) });
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= limit) return;
    stream.off('data', onData).off('end', onEnd);
    done({ bytes: 'too-large', rest: drain(stream) });
  };
  const onEnd = () => done({ bytes: joined(chunks) });
  stream.on('data', onData).on('end', onEnd);
}

function drain(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const stop = () => {
      stream.off('data', onData).pause();
      resolve();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > DRAINED_BYTES) stop();
    };
    stream.on('data', onData).once('end', stop).once('close', stop);
  });
}

function joined(chunks: readonly Buffer[]): Uint8Array {
  const [first] = chunks;
  if (first === undefined) return NO_BYTES;
  if (chunks.length > 1) return Buffer.concat(chunks);
  return first.length > SMALL_BYTES ? first : Buffer.from(first);
}
