import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cutIntoDrops } from '../../mocks/delivery/drops.js';
import { halfOf } from '../../mocks/faults/half-of.js';
import type { DelayEnd } from './delays.js';
import type { ServerAnswer } from './responder.js';

/** What `node:http` gives to write an answer to. */
export interface ResponseWriter extends Writable {
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, statusText: string | undefined, headers: Record<string, string | string[]>): unknown;
  flushHeaders(): void;
}

interface WritingOptions {
  /** Waits between two pieces of an answer that comes slowly. */
  readonly pause: (delayMs: number) => Promise<DelayEnd>;
  /** Is told of a stream that breaks. */
  readonly onBug: (error: unknown) => void;
  /** Ends when the client has sent all that it is sending: only then is the answer ended, and the connection with it. */
  readonly rest: Promise<void> | undefined;
}

/**
 * Writes an answer, in one piece where it can be. Throws for headers that HTTP does not allow. One that is to be truncated
 * breaks off halfway, connection and all; one that drips comes piece by piece.
 */
export function writeAnswer(
  writer: ResponseWriter,
  { status, statusText, headers, body, encodedBody, cut, dripMs = 0 }: ServerAnswer,
  { pause, onBug, rest }: WritingOptions,
): void {
  // A stream that was read before throws here, while there is still time for another answer.
  const content = body instanceof ReadableStream ? Readable.fromWeb(body) : (encodedBody ?? body ?? '');
  writer.writeHead(status, statusText, headers);
  if (content instanceof Readable) void writeStream(writer, content, onBug);
  else if (cut === undefined && dripMs === 0 && rest === undefined) writer.end(content);
  else
    writeInParts(writer, content, { isCut: cut === 'truncated' && content.length > 0, dripMs, pause, rest }).catch(
      onBug,
    );
}

interface Parts extends Pick<WritingOptions, 'pause' | 'rest'> {
  readonly isCut: boolean;
  readonly dripMs: number;
}

/** Writes a body, or half of the one that the head has announced, and ends the answer, or breaks the connection once that is on its way. */
async function writeInParts(
  writer: ResponseWriter,
  content: string | Uint8Array,
  { isCut, dripMs, pause, rest }: Parts,
): Promise<void> {
  const write = (part: string | Uint8Array) => new Promise<void>((resolve) => writer.write(part, () => resolve()));
  const sent = isCut ? halfOf(content) : content;
  if (dripMs === 0) await write(sent);
  else {
    // The head comes at once, as from a service that begins to answer before it has all.
    writer.flushHeaders();
    for (const { afterMs, bytes } of cutIntoDrops(sent, dripMs)) {
      if (writer.destroyed || (await pause(afterMs)) === 'gone') return;
      await write(bytes);
    }
  }
  await rest;
  if (isCut) writer.destroy();
  else writer.end();
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
