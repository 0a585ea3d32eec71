import type { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { cutIntoDrops, halfOf } from '../../mocks/delivery/body-stream.js';
import type { ServedResponse } from './responder.js';
import { type ResponseHeads, writeWhole } from './write-whole.js';

interface WritingOptions {
  readonly heads: ResponseHeads;
  readonly pause: (delayMs: number) => Promise<void>;
  readonly onBug: (error: unknown) => void;
  /** Settles when the client has sent its whole body: only then the response and the connection end. */
  readonly rest: Promise<void> | undefined;
}

/** Writes a response, in one piece if possible. Throws for headers that HTTP does not allow. */
export function writeResponse(writer: ServerResponse, response: ServedResponse, options: WritingOptions): void {
  if (options.rest === undefined && writeWhole(writer, response, options.heads)) return;
  const { status, statusText, headers, body, encodedBody, cut, dripMs = 0 } = response;
  const { pause, onBug, rest } = options;
  // A stream that was already read throws here, while another response is still possible.
  const stream = typeof body === 'object' ? Readable.fromWeb(body as NodeReadableStream) : undefined;
  writer.writeHead(status, statusText, headers);
  if (stream !== undefined) void writeStream(writer, stream, onBug);
  else if (cut === undefined && dripMs === 0 && rest === undefined) writer.end(encodedBody ?? body ?? '');
  else writeInParts(writer, response, { pause, rest }).catch(onBug);
}

/** Writes a body and ends the response; or writes half of a body and closes the connection. */
async function writeInParts(
  writer: ServerResponse,
  { body, encodedBody, cut, dripMs = 0 }: ServedResponse,
  { pause, rest }: Pick<WritingOptions, 'pause' | 'rest'>,
): Promise<void> {
  const content = encodedBody ?? (body as string | undefined) ?? '';
  const isCut = cut === 'truncated' && content.length > 0;
  const write = (part: string | Uint8Array) => new Promise<void>((resolve) => writer.write(part, () => resolve()));
  const sent = isCut ? halfOf(content) : content;
  if (dripMs === 0) await write(sent);
  else {
    // The headers are sent at once, as by a service that streams its response.
    writer.flushHeaders();
    for (const { afterMs, bytes } of cutIntoDrops(sent, dripMs)) {
      await pause(afterMs);
      if (writer.destroyed) return;
      await write(bytes);
    }
  }
  await rest;
  if (isCut) writer.destroy();
  else writer.end();
}

async function writeStream(writer: ServerResponse, stream: Readable, onBug: (error: unknown) => void): Promise<void> {
  try {
    await pipeline(stream, writer);
  } catch (error) {
    // A client that disconnects is not a bug.
    const hasLeft = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!hasLeft) onBug(error);
  }
}

type Emitter = Pick<EventEmitter, 'once' | 'off'>;

export class Delays {
  readonly #endings = new Set<() => void>();
  #isHurried = false;

  /** Waits until the time has passed, the client has gone, sends nothing more on its `socket`, or all delays are ended. */
  wait(delayMs: number, response: Emitter, socket?: Emitter & { readonly readableEnded: boolean }): Promise<void> {
    if (this.#isHurried || socket?.readableEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        response.off('close', end);
        socket?.off('end', end);
        this.#endings.delete(end);
        resolve();
      };
      const timer = setTimeout(end, delayMs);
      response.once('close', end);
      socket?.once('end', end);
      this.#endings.add(end);
    });
  }

  hurry(): void {
    this.#isHurried = true;
    for (const end of [...this.#endings]) end();
  }
}
