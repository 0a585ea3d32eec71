import { errorAnswer } from './error-answer.js';
import type { ServerAnswer } from './responder.js';

/**
 * Answers what Node's HTTP parser refused, by the code of its error; undefined when nobody is left to read an answer.
 * `maxHeaderBytes`: of a header section.
 */
export function answerMalformed(
  parserCode: string | undefined,
  maxHeaderBytes: number,
  nowMs: number,
): ServerAnswer | undefined {
  switch (parserCode) {
    case 'ECONNRESET':
    case 'EPIPE':
      return undefined;
    case 'HPE_HEADER_OVERFLOW':
      return refuse(
        431,
        'headers_too_large',
        `The header section is over ${maxHeaderBytes / 1024} KiB. Send fewer or shorter headers.`,
        nowMs,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return refuse(413, 'payload_too_large', 'The chunk extensions are over 16 KiB. Send none.', nowMs);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuse(408, 'request_timeout', 'The request did not arrive in time. Send it whole and at once.', nowMs);
    default:
      return notHttp('This is no well-formed HTTP/1.1 request.', nowMs);
  }
}

/** Answers a request that is no HTTP for a reason that the parser lets pass. */
export function notHttp(reason: string, nowMs: number): ServerAnswer {
  return refuse(400, 'invalid_request', `${reason} Try curl -i http://HOST:PORT/ and compare.`, nowMs);
}

function refuse(status: number, code: string, message: string, nowMs: number): ServerAnswer {
  return errorAnswer(status, code, message, nowMs, { Connection: 'close' });
}

/** Writes an answer as bytes of HTTP/1.1, for a socket that has no response object. */
export function toWire(answer: ServerAnswer, statusText: string): string {
  const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
  return [`HTTP/1.1 ${answer.status} ${statusText}`, ...lines, '', answer.body].join('\r\n');
}
