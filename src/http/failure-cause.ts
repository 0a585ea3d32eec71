import { oneLine, quote } from '../json/quoting.js';

interface NetworkError {
  readonly name?: string;
  readonly message: string;
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  /** Of a parser: the text that it could not read. */
  readonly data?: string;
}

/** Explains a failed request in one line, without credentials. `hasResponded`: its URL is right, since it responded before. */
export function explainFailure(error: unknown, url: URL, hasResponded = false): string {
  const failure = networkErrorIn(error);
  const { code = '', message } = failure;
  const text =
    explainSpecial(failure, url, hasResponded) ??
    explanationOf(failure, url) ??
    (/^ERR_(?:SSL|TLS)_|^EPROTO$/.test(code) ? 'the TLS connection failed' : `the request failed: ${quote(message)}`);
  return oneLine(code === '' || /^UND_ERR_|^HPE_|^ERR_ASSERTION$/.test(code) ? text : `${text} (${code})`);
}

/** Returns in a few words why the body of a response ended early. */
export function explainCut(error: unknown, url: URL): string {
  const isClosed = networkErrorIn(error).code === 'UND_ERR_SOCKET';
  return isClosed ? 'the connection was closed before the body was complete' : explainFailure(error, url);
}

const CA_HINT = 'if you trust it, name its authority with --ca FILE';
const CLIENT_CERT_HINT = 'add --client-cert FILE and --client-key FILE';
const PROXY_LOGIN = 'the proxy requires a login: put user and password into the proxy variable (407)';

const explanations: readonly (readonly [codes: RegExp, text: string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, 'the name {name} cannot be resolved'],
  [/^ECONNREFUSED$/, '{address} refused the connection'],
  [/^(?:EHOSTUNREACH|ENETUNREACH)$/, 'there is no route to {address}'],
  [/^ECONNRESET$/, 'the connection was reset'],
  [/^EPIPE$/, 'the connection was closed'],
  [/^ETIMEDOUT$/, '{address} did not respond in time'],
  [/^UND_ERR_CONNECT_TIMEOUT$/, '{address} did not accept the connection in time'],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, 'the length of the body differs from Content-Length'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'the headers of the response are too large'],
  // Undici asserts what its parser should reject, such as the status 099.
  [/^ERR_ASSERTION$/, 'the response is not HTTP: it has an impossible status'],
  [/^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/, `the certificate is self-signed; ${CA_HINT}`],
  [/^(?:UNABLE_TO_|CERT_UNTRUSTED$)/, `the certificate comes from an unknown authority; ${CA_HINT}`],
  [/^CERT_HAS_EXPIRED$/, 'the certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate is not valid yet'],
  [/^ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED$/, `the service requires a client certificate: ${CLIENT_CERT_HINT}`],
  [/^ERR_SSL_.*_ALERT_(?:UNKNOWN_CA|.*CERTIFICATE)/, 'the service does not accept the certificate of this client'],
  // TLS 1.2 has no alert of its own for it.
  [/^ERR_SSL_.*_ALERT_HANDSHAKE_FAILURE$/, `the TLS handshake failed; for a client certificate, ${CLIENT_CERT_HINT}`],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate is not for {name}'],
  [/^UND_ERR_PRX_TLS$/, 'the TLS connection to the proxy failed'],
  [/^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/, 'the port does not use TLS; try http://'],
  [/^ERR_HTTP2_/, 'the HTTP/2 stream was aborted'],
];

function explanationOf(failure: NetworkError, url: URL): string | undefined {
  const { code = '', address, port, hostname = url.hostname } = failure;
  const text = explanations.find(([codes]) => codes.test(code))?.[1];
  const host = address?.includes(':') ? `[${address}]` : address;
  return text
    ?.replace('{name}', hostname)
    .replace('{address}', host === undefined ? url.host : host + (port === undefined ? '' : `:${port}`));
}

/** Returns what the message of an error says beyond its code. */
function explainSpecial(failure: NetworkError, { protocol }: URL, hasResponded: boolean): string | undefined {
  const { name, code, message, data } = failure;
  if (name === 'HTTPParserError') {
    // A TLS alert: its record type and the first byte of its version.
    if (data?.startsWith('\x15\x03')) return 'the port uses TLS; try https://';
    return `the response is not HTTP: ${quote(/\((.*)\)$/.exec(message)?.[1] ?? '')}`;
  }
  if (code === 'UND_ERR_SOCKET') {
    if (message === 'bad response') return 'the service sent "100 Continue" or another unexpected response';
    if (message === 'bad upgrade') return 'the service changed the protocol without a request to do so';
    const hint = protocol === 'http:' && !hasResponded ? '; try https://' : '';
    return `the service closed the connection without a response${hint}`;
  }
  if (/^UND_ERR_(?:ABORTED|INVALID_ARG)$/.test(code ?? '') && message.includes('(407)')) return PROXY_LOGIN;
  if (code !== 'UND_ERR_ABORTED') return undefined;
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  return status === undefined ? 'the request was aborted' : `the proxy did not connect: it returned ${status}`;
}

/** If a name has several addresses, the error has one for each; the first is enough. */
function networkErrorIn(error: unknown): NetworkError {
  if (error instanceof AggregateError && error.errors.length > 0) return networkErrorIn(error.errors[0]);
  return error instanceof Error ? (error as NetworkError) : { message: String(error) };
}
