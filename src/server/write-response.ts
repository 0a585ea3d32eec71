import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cutIntoDrops, halfOf } from '../../mocks/delivery/body-stream.js';
import type { ServedResponse } from './responder.js';

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
export function writeResponse(
  writer: ResponseWriter,
  { status, statusText, headers, body, encodedBody, cut, dripMs = 0 }: ServedResponse,
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

/** What `node:http` tells of an answer that somebody waits for. */
export interface AwaitedResponse {
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** How a delay came to its end: it is over, or the client went away. */
type DelayEnd = 'over' | 'gone';

/** Returns that wait for their time. */
export class Delays {
  readonly #endings = new Set<() => void>();
  #isHurried = false;

  /** Waits until the time has passed, the client has gone, or nobody is to wait any more. */
  wait(delayMs: number, response: AwaitedResponse): Promise<DelayEnd> {
    if (this.#isHurried) return Promise.resolve('over');
    return new Promise((resolve) => {
      const end = (how: DelayEnd) => {
        clearTimeout(timer);
        response.off('close', onClose);
        this.#endings.delete(onTime);
        resolve(how);
      };
      const onTime = () => end('over');
      const onClose = () => end('gone');
      const timer = setTimeout(onTime, delayMs);
      response.once('close', onClose);
      this.#endings.add(onTime);
    });
  }

  /** Ends every delay now, and those still to come. */
  hurry(): void {
    this.#isHurried = true;
    for (const end of [...this.#endings]) end();
  }
}
