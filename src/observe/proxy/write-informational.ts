import type { IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import { endToEnd } from './hop-by-hop.js';

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
