import { formatHttpDate } from '../json/dates.js';
import type { ErrorBody } from '../service/schemas.js';
import type { Responder, ServedResponse } from './responder.js';

/** Returns a JSON text from the server itself: no limits, no keys, no CORS. `nowMs` is for `Date`. */
export function jsonTextResponse(
  status: number,
  body: string,
  nowMs: number,
  headers: Readonly<Record<string, string>> = {},
): ServedResponse {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      Date: formatHttpDate(nowMs),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body,
    keyAlias: undefined,
  };
}

/** Returns an Error (§2.4) from the server itself. `message` names the problem and a fix. */
export function jsonErrorResponse(
  status: number,
  code: string,
  message: string,
  nowMs: number,
  headers?: Readonly<Record<string, string>>,
): ServedResponse {
  const error: ErrorBody = { code, message, status };
  return jsonTextResponse(status, JSON.stringify(error), nowMs, headers);
}

/** Returns the response to what never becomes a request, by the error code of Node's HTTP parser or one of ours. It closes the connection. */
export type Refuse = (code: string | undefined) => ServedResponse;

export function createRefuse(
  responder: Responder,
  maxHeaderBytes: number,
  onMalformed: (response: ServedResponse) => ServedResponse,
): Refuse {
  return (parserCode = '') => {
    const [status, code, message] = refusals[parserCode] ?? NOT_HTTP;
    const text = message.replace('{limit}', `${maxHeaderBytes / 1024} KiB`);
    const headers = { ...responder.ownHeaders?.(), Connection: 'close' };
    return onMalformed(jsonErrorResponse(status, code, text, responder.now(), headers));
  };
}

type Refusal = readonly [status: number, code: string, message: string];

const notHttp = (why: string): Refusal => [400, 'invalid_request', `${why} Try curl -i http://HOST:PORT/ and compare.`];

const NOT_HTTP = notHttp('The request is not well-formed HTTP/1.1.');

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The header section is over {limit}. Send fewer or shorter headers.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'The chunk extensions are over 16 KiB. Send none.'],
  HPE_INVALID_VERSION: [400, 'invalid_request', 'The request line must end with HTTP/1.1 or HTTP/1.0.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not arrive in time. Send it in one go.'],
  CONNECT: notHttp('CONNECT is not supported: this is not a forward proxy.'),
  NOT_A_URL: notHttp('The request target is not a URL.'),
  NOT_ONE_HOST: notHttp('HTTP/1.1 requires exactly one Host header.'),
};
