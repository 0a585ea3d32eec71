import type { IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import { endToEnd, headerPairs } from './forwarded-headers.js';

/** Writes an upstream's answer to the client. Throws for a head that cannot be written, or says so to `unwritable` later on; then nothing was. */
export type ResponseWriter = (response: IncomingMessage, asked: WriteTarget) => void;

/** Who asked, and what the upstream was asked. */
interface WriteTarget {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Headers as the upstream got them. */
  readonly head: readonly string[];
  /** To be told what is in the way of an answer that is written later. */
  unwritable(error: unknown): void;
}

/** Writes the head as it came; httpxy pipes the body behind it. */
export const writeThrough: ResponseWriter = (answer, { incoming, response }) => {
  writeHead(answer, incoming, response);
  // Before httpxy, which ends the response then.
  answer.once('end', () => writeTrailers(answer, response));
  let hasBegun = false;
  answer.once('data', () => {
    hasBegun = true;
  });
  // Most bodies come along with their head, and go out with it; for one that is late the head does not wait.
  setImmediate(() => {
    if (!hasBegun && !response.writableEnded && !response.destroyed) response.flushHeaders();
  });
};

/** Writes status, reason and headers as they came, those that only concern a connection left out. */
export function writeHead(
  answer: IncomingMessage,
  incoming: IncomingMessage,
  response: ServerResponse,
  added: readonly string[] = [],
): void {
  const isChunked = incoming.httpVersion === '1.1' && answer.headers['transfer-encoding'] !== undefined;
  const headers = [...endToEnd(answer.rawHeaders, isChunked), ...added];
  response.writeHead(answer.statusCode ?? 0, answer.statusMessage ?? '', headers);
}

/** Adds the trailers of an answer that has ended; before the response is ended, too. */
export function writeTrailers({ rawTrailers }: IncomingMessage, response: ServerResponse): void {
  if (rawTrailers.length > 0) response.addTrailers(headerPairs(rawTrailers));
}

/**
 * Passes on an answer that only announces another one, such as 103 Early Hints, as it came: Node’s own writer knows two of them and
 * makes headers anew. To HTTP/1.0 none is sent (RFC 9110 §15.2), nor while the answer to an earlier request is under way.
 */
export function writeInformational(info: InformationEvent, incoming: IncomingMessage, response: ServerResponse): void {
  const { statusCode, statusMessage, rawHeaders } = info;
  // What comes with 100 is told by itself, and only where the client asked for it.
  if (statusCode === 100 || incoming.httpVersion !== '1.1') return;
  // A response has its connection from its turn on, and what came before was written whole.
  if (response.headersSent || response.socket === null || response.socket.destroyed) return;
  const headers = endToEnd(rawHeaders, false);
  let head = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;
  for (let at = 0; at + 1 < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  response.socket.write(`${head}\r\n`, 'latin1');
}
