import { oneLine, quote } from '../../src/spec/quoting.js';

/** What Node and undici tell of a request that failed. */
interface NetworkError {
  readonly name: string;
  readonly message: string;
  readonly code: string;
  readonly address: string | undefined;
  readonly port: number | undefined;
  readonly hostname: string | undefined;
  /** Of a parser: the text that it could not read. */
  readonly data: string | undefined;
}

/**
 * Returns in one line for people why a request to a URL failed. Neither the URL's credentials nor a proxy's are in it.
 * `hasAnswered`: an answer came from there before, so the URL is none to doubt.
 */
export function explainFailure(error: unknown, url: URL, hasAnswered = false): string {
  const failure = networkErrorIn(error);
  const explain = Object.hasOwn(explanations, failure.code) ? explanations[failure.code] : undefined;
  const text =
    explain?.(failure, url, hasAnswered) ?? explainTls(failure) ?? explainProtocol(failure) ?? explainAnything(failure);
  const hasCode = failure.code !== '' && !/^UND_ERR_|^HPE_|^ERR_ASSERTION$/.test(failure.code);
  return oneLine(hasCode ? `${text} (${failure.code})` : text);
}

/** Returns in a few words why the body of an answer ended early. */
export function explainCut(error: unknown, url: URL): string {
  const isClosed = networkErrorIn(error).code === 'UND_ERR_SOCKET';
  return isClosed ? 'the connection was closed before the body was whole' : explainFailure(error, url);
}

const CA_HINT = 'if you trust it, name its authority with --ca FILE';
const unknownAuthority = () => `the certificate comes from an authority that is not known here; ${CA_HINT}`;
const selfSigned = () => `the certificate is self-signed; ${CA_HINT}`;
const plainHttp = () => 'the port speaks no TLS; does the URL begin with http://?';
const unresolved = ({ hostname }: NetworkError, url: URL) => `the name ${hostname ?? url.hostname} cannot be resolved`;

type Explain = (failure: NetworkError, url: URL, hasAnswered: boolean) => string;

const explanations: Readonly<Record<string, Explain>> = {
  ENOTFOUND: unresolved,
  EAI_AGAIN: unresolved,
  ECONNREFUSED: (failure, url) => `${addressOf(failure, url)} refused the connection`,
  EHOSTUNREACH: (failure, url) => `there is no way to ${addressOf(failure, url)}`,
  ENETUNREACH: (failure, url) => `there is no way to ${addressOf(failure, url)}`,
  ECONNRESET: () => 'the connection was reset',
  EPIPE: () => 'the connection was closed',
  ETIMEDOUT: (failure, url) => `${addressOf(failure, url)} did not answer in time`,
  UND_ERR_CONNECT_TIMEOUT: (failure, url) => `${addressOf(failure, url)} did not take the connection in time`,
  UND_ERR_SOCKET: explainClosedSocket,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: () => 'the body has not the length that the answer announced',
  UND_ERR_HEADERS_OVERFLOW: () => 'the headers of the answer are too large',
  // Undici asserts what its parser should have refused, such as the status 099.
  ERR_ASSERTION: () => 'the answer is not HTTP: it has an impossible status',
  UND_ERR_ABORTED: explainProxy,
  UND_ERR_INVALID_ARG: (failure) => (failure.message.includes('(407)') ? PROXY_LOGIN : explainAnything(failure)),
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  CERT_HAS_EXPIRED: () => 'the certificate has expired',
  CERT_NOT_YET_VALID: () => 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: (_failure, url) => `the certificate is not made out to ${url.hostname}`,
  UND_ERR_PRX_TLS: () => 'the TLS connection to the proxy failed',
  ERR_SSL_WRONG_VERSION_NUMBER: plainHttp,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: plainHttp,
};

function explainClosedSocket({ message }: NetworkError, { protocol }: URL, hasAnswered: boolean): string {
  if (message === 'bad response') return 'the service sent "100 Continue" or an answer that nobody had asked for';
  if (message === 'bad upgrade') return 'the service changed the protocol unasked';
  const hint = protocol === 'http:' && !hasAnswered ? '; does the URL begin with https://?' : '';
  return `the service closed the connection without an answer${hint}`;
}

const PROXY_LOGIN = 'the proxy asks for a login: put user and password into the proxy variable (407)';

function explainProxy({ message }: NetworkError): string {
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status === undefined) return 'the request was broken off';
  return status === '407' ? PROXY_LOGIN : `the proxy refused to connect with status ${status}`;
}

function explainTls({ code }: NetworkError): string | undefined {
  if (code.startsWith('ERR_HTTP2_')) return 'the HTTP/2 stream was broken off';
  return /^ERR_(?:SSL|TLS)_|^EPROTO$/.test(code) ? 'the TLS connection failed' : undefined;
}

function explainProtocol({ name, data, message }: NetworkError): string | undefined {
  if (name !== 'HTTPParserError') return undefined;
  // A TLS alert: its record type and the first byte of its version.
  if (data?.startsWith('\x15\x03')) return 'the port speaks TLS; does the URL begin with https://?';
  const detail = /\((.*)\)$/.exec(message)?.[1] ?? '';
  return `the answer is not HTTP: ${quote(detail)}`;
}

function explainAnything({ message }: NetworkError): string {
  return `the request failed: ${quote(message)}`;
}

function addressOf({ address, port }: NetworkError, url: URL): string {
  if (address === undefined) return url.host;
  const host = address.includes(':') ? `[${address}]` : address;
  return port === undefined ? host : `${host}:${port}`;
}

/** Where a name has several addresses, the error holds one for each; the first tells enough. */
function networkErrorIn(error: unknown): NetworkError {
  if (error instanceof AggregateError && error.errors.length > 0) return networkErrorIn(error.errors[0]);
  const { name, message, code, address, port, hostname, data }: Partial<Record<keyof NetworkError, unknown>> =
    error instanceof Error ? error : { message: String(error) };
  return {
    name: text(name) ?? 'Error',
    message: text(message) ?? '',
    code: text(code) ?? '',
    address: text(address),
    port: typeof port === 'number' ? port : undefined,
    hostname: text(hostname),
    data: text(data),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
