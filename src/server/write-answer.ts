import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { halfOf } from '../../mocks/faults/half-of.js';
import type { ServerAnswer } from './responder.js';

/** What `node:http` gives to write an answer to. */
export interface ResponseWriter extends Writable {
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, statusText: string | undefined, headers: Record<string, string | string[]>): unknown;
}

/**
 * Writes an answer, in one piece where it can be. Throws for headers that HTTP does not allow; `onBug` is told of a stream that
 * breaks. One that is to be truncated breaks off halfway, connection and all. What the client is still sending comes to its end with `rest`: only then is the answer ended, and the connection with it.
 */
export function writeAnswer(
  writer: ResponseWriter,
  { status, statusText, headers, body, encodedBody, cut }: ServerAnswer,
  onBug: (error: unknown) => void,
  rest?: Promise<void>,
): void {
  // A stream that was read before throws here, while there is still time for another answer.
  const content = body instanceof ReadableStream ? Readable.fromWeb(body) : (encodedBody ?? body ?? '');
  writer.writeHead(status, statusText, headers);
  if (content instanceof Readable) void writeStream(writer, content, onBug);
  else if (cut === 'truncated' && content.length > 0) writeHalf(writer, content, rest);
  else if (rest === undefined) writer.end(content);
  else {
    writer.write(content);
    void rest.then(() => writer.end());
  }
}

/** Writes half of the body that the head has announced, and breaks the connection once that is on its way. */
function writeHalf(writer: ResponseWriter, body: string | Uint8Array, rest = Promise.resolve()): void {
  writer.write(halfOf(body), () => void rest.then(() => writer.destroy()));
}

async function writeStream(writer: ResponseWriter, stream: Readable, onBug: (error: unknown) => void): Promise<void> {
  try {
    await pipeline(stream, writer);
  } catch (error) {
    // A client that leaves before the end is nobody's bug.
    const hasLeft = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!hasLeft) onBug(error);
  }
}
