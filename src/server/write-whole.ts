/**
 * Writes ordinary responses past Node's `ServerResponse`, and keeps its state as if it had written them. That state is not documented,
 * so this is done only where it was tested.
 */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
// Not the global one: tests stop that.
import { setImmediate } from 'node:timers';
import type { ServedResponse } from './responder.js';

/** The majors of Node that `tests/nodes.test.ts` runs the tests of this on. On a newer one, Node writes all responses. */
export const testedNodes: readonly number[] = [20, 22, 24, 26];

const isTestedNode = Number.parseInt(process.versions.node, 10) <= Math.max(...testedNodes);

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
export function writeWhole(
  writer: ServerResponse,
  { status, statusText, headers, body, encodedBody, cut, dripMs }: ServedResponse,
  heads: ResponseHeads,
): boolean {
  const socket = directSocket(writer);
  const content = encodedBody ?? (typeof body === 'string' ? body : undefined);
  if (socket === undefined || content === undefined) return false;
  if (cut !== undefined || dripMs || statusText !== undefined) return false;
  // A text of as many bytes as characters is ASCII.
  if (headers['Content-Length'] !== String(content.length)) return false;
  if (status < 200 || status === 204 || status === 304) return false;
  const head = heads.write(status, headers);
  if (head === undefined) return false;
  if (waiting.length === 0) setImmediate(writeWaiting);
  waiting.push({ writer, socket, head, body: content });
  // For Node the response has ended: it begins no other one on this connection, and writes nothing to it.
  writer.finished = true;
  return true;
}

/** Returns the connection of a response that may be written to it whole, as HTTP/1.1 that stays open; undefined if only Node can. */
function directSocket(writer: ServerResponse): Socket | undefined {
  const { socket, req, shouldKeepAlive } = writer;
  // Over HTTP/2, and while an earlier response of a pipeline is on its way, there is no socket.
  if (!isTestedNode || !socket || socket.writableLength > 0 || !shouldKeepAlive || req.httpVersion !== '1.1')
    return undefined;
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
