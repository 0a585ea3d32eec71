import type { EventEmitter } from 'node:events';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
// Not the global one: tests stop that.
import { setImmediate } from 'node:timers';
import { cutIntoDrops, halfOf } from '../../mocks/delivery/body-stream.js';
import type { ServedResponse } from './responder.js';

interface WritingOptions {
  readonly heads: ResponseHeads;
  readonly pause: (delayMs: number) => Promise<void>;
  readonly onBug: (error: unknown) => void;
  /** Settles when the client has sent its whole body: only then the response and the connection end. */
  readonly rest: Promise<void> | undefined;
}

/** Writes a response, in one piece if possible. Throws for headers that HTTP does not allow. */
export function writeResponse(writer: ServerResponse, response: ServedResponse, options: WritingOptions): void {
  if (writeWhole(writer, response, options)) return;
  const { status, statusText, headers, body, encodedBody, cut, dripMs = 0 } = response;
  const { pause, onBug, rest } = options;
  // A stream that was already read throws here, while another response is still possible.
  const stream = body instanceof ReadableStream ? Readable.fromWeb(body as NodeReadableStream) : undefined;
  writer.writeHead(status, statusText, headers);
  if (stream !== undefined) void writeStream(writer, stream, onBug);
  else if (cut === undefined && dripMs === 0 && rest === undefined) writer.end(encodedBody ?? body ?? '');
  else writeInParts(writer, response, { pause, rest }).catch(onBug);
}

/** A header that needs no further checks: Node treats those about the connection in its own ways. */
const PLAIN_NAME = /^(?!(?:connection|keep-alive|transfer-encoding|trailer|te|expect|upgrade)$)[\w-]+$/i;
const PLAIN_VALUE = /^[\t\x20-\x7e]*$/;

/** How many names are remembered; the fake has fewer. */
const MOST_NAMES = 100;

/** Writes the heads of responses on connections of HTTP/1.1 that stay open. */
export class ResponseHeads {
  readonly #end: string;
  /** The latest line of each header: most headers of a response are those of the one before. */
  readonly #lines = new Map<string, { readonly value: string; readonly line: string }>();

  constructor(keepAliveMs: number) {
    this.#end = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`;
  }

  /** Returns the head of a response; undefined where Node might reject a header, or write it in another way. */
  write(status: number, headers: ServedResponse['headers']): string | undefined {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
    for (const name in headers) {
      const line = this.#lineOf(name, headers[name]);
      if (line === undefined) return undefined;
      head += line;
    }
    return head + this.#end;
  }

  #lineOf(name: string, value: string | string[] | undefined): string | undefined {
    const latest = this.#lines.get(name);
    if (latest !== undefined && latest.value === value) return latest.line;
    if (typeof value !== 'string' || !PLAIN_NAME.test(name) || !PLAIN_VALUE.test(value)) return undefined;
    const line = `${name}: ${value}\r\n`;
    if (latest !== undefined || this.#lines.size < MOST_NAMES) this.#lines.set(name, { value, line });
    return line;
  }
}

/** Writes an ordinary response as Node would, in half the time. Returns false, and writes nothing, where anything is unusual. */
function writeWhole(
  writer: ServerResponse,
  { status, statusText, headers, body, encodedBody, cut, dripMs }: ServedResponse,
  { heads, rest }: WritingOptions,
): boolean {
  const socket = directSocket(writer);
  const content = encodedBody ?? body;
  if (socket === undefined) return false;
  if (content === undefined || content instanceof ReadableStream || rest !== undefined) return false;
  if (cut !== undefined || dripMs || statusText !== undefined) return false;
  // A text of as many bytes as characters is ASCII.
  if (headers['Content-Length'] !== String(content.length)) return false;
  if (status < 200 || status === 204 || status === 304) return false;
  const head = heads.write(status, headers);
  if (head === undefined) return false;
  if (waiting.length === 0) setImmediate(writeWaiting);
  waiting.push({ writer, socket, head, body: content });
  writer.finished = true;
  return true;
}

/** Returns the connection of a response that may be written to it whole, as HTTP/1.1 that stays open; undefined if only Node can. */
function directSocket(writer: ServerResponse): Socket | undefined {
  const { socket, req, shouldKeepAlive } = writer;
  // Over HTTP/2, and while an earlier response of a pipeline is on its way, there is no socket.
  if (!socket || socket.writableLength > 0 || !shouldKeepAlive || req.httpVersion !== '1.1') return undefined;
  // Node leaves out the body.
  return req.method === 'HEAD' ? undefined : socket;
}

const waiting: { writer: ServerResponse; socket: Socket; head: string; body: string | Uint8Array }[] = [];

/** Writes the responses of one turn of the event loop together: one by one, each would wake the client again. */
function writeWaiting(): void {
  for (const { writer, socket, head, body } of waiting.splice(0)) {
    if (socket.destroyed) continue;
    if (typeof body === 'string') socket.write(head + body, 'latin1');
    else {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(body);
      socket.uncork();
    }
    // What Node does once its own response is written: it lets the next one of the connection begin.
    const finish = () => void writer.emit('finish');
    if (socket.writableLength === 0) finish();
    else socket.write('', (error) => error || finish());
  }
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
