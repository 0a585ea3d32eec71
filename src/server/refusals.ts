import { jsonErrorResponse } from './json-response.js';
import type { ServedResponse } from './responder.js';

/** Creates the responses to what never becomes a request: each closes its connection. */
export class Refusals {
  readonly #options: RefusalsOptions;

  constructor(options: RefusalsOptions) {
    this.#options = options;
  }

  /** Returns the response to input that Node's HTTP parser rejected, by its error code. */
  malformed(parserCode: string | undefined): ServedResponse {
    const error = parserErrors[parserCode ?? ''];
    if (error === undefined) return this.notHttp('The request is not well-formed HTTP/1.1.');
    const [status, code, message] = error;
    return this.#create(status, code, message.replace('{limit}', `${this.#options.maxHeaderBytes / 1024} KiB`));
  }

  /** Returns the response to a request that is not HTTP for a reason that Node's parser lets pass. */
  notHttp(reason: string): ServedResponse {
    return this.#create(400, 'invalid_request', `${reason} Try curl -i http://HOST:PORT/ and compare.`);
  }

  /** Returns the response to a request on a connection over the limit. */
  tooManyConnections(most: number): ServedResponse {
    const message = `The server has its maximum of ${most} connections. Close some.`;
    return this.#create(503, 'too_many_connections', message, { 'Retry-After': '1' });
  }

  #create(status: number, code: string, message: string, headers?: Readonly<Record<string, string>>): ServedResponse {
    const { now, ownHeaders, onMalformed } = this.#options;
    return onMalformed(
      jsonErrorResponse(status, code, message, now(), { ...ownHeaders(), ...headers, Connection: 'close' }),
    );
  }
}

interface RefusalsOptions {
  readonly maxHeaderBytes: number;
  /** The time for `Date`, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Headers of every response of the service. */
  readonly ownHeaders: () => Readonly<Record<string, string>>;
  /** Changes a response before it is sent. */
  readonly onMalformed: (response: ServedResponse) => ServedResponse;
}

const parserErrors: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The header section is over {limit}. Send fewer or shorter headers.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'The chunk extensions are over 16 KiB. Send none.'],
  HPE_INVALID_VERSION: [400, 'invalid_request', 'The request line must end with HTTP/1.1 or HTTP/1.0.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not arrive in time. Send it in one go.'],
};
