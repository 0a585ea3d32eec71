import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerAnswer } from './responder.js';

/** What `node:http` gives to write an answer to. */
export interface ResponseWriter extends Writable {
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, statusText: string | undefined, headers: Record<string, string | string[]>): unknown;
}

/** Writes an answer, in one piece where it can be. Throws for headers that HTTP does not allow; `onBug` is told of a stream that breaks. */
export function writeAnswer(writer: ResponseWriter, answer: ServerAnswer, onBug: (error: unknown) => void): void {
  const { status, statusText, headers, body } = answer;
  // A stream that was read before throws here, while there is still time for another answer.
  const stream = body instanceof ReadableStream ? Readable.fromWeb(body) : undefined;
  writer.writeHead(status, statusText, headers);
  if (stream === undefined) writer.end(body);
  else void writeStream(writer, stream, onBug);
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
