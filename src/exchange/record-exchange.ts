import { deepFreeze } from '../spec/deep-freeze.js';
import { parseUrl } from '../spec/parse-url.js';
import {
  type Credential,
  type Exchange,
  type HeaderList,
  headerOf,
  type RawExchange,
  type RawRequest,
  type RawResponse,
  type RecordedBody,
  type RecordedResponse,
} from './exchange.js';
import { type HiddenRequest, hideInHeaders, hideInRequest } from './hide-secrets.js';
import { explainProxyResponse, PROXY_RESPONSE_HEADER } from './proxy-response.js';
import { isOneOfMany, type Redactor } from './redactor.js';

/** The parts of an exchange that may show a credential by their position. */
export interface ExchangeHead {
  readonly request: Pick<RawRequest, 'url' | 'headers'>;
  readonly response: { readonly headers: HeaderList } | undefined;
}

export interface RecordOptions {
  /** Returns the credential of a request; default: what its URL and headers show. */
  readonly credentialOf?: (request: RawRequest, hidden: HiddenRequest) => Credential;
  /** Request headers to record after the others; their values are pseudonyms already. */
  readonly extraHeaders?: HeaderList;
}

/** Registers every secret in the URL and headers of an exchange. Call it for all exchanges before the first is recorded: a body may show a key before it is used. */
export function learnSecrets({ request, response }: ExchangeHead, redactor: Redactor): void {
  hideInRequest(request.url, request.headers, redactor);
  if (response !== undefined) hideInHeaders(response.headers, redactor);
}

/** Records an exchange, frozen and without secrets: those in its URL and headers, and every one that is registered. */
export function recordExchange(
  raw: RawExchange,
  number: number,
  redactor: Redactor,
  { credentialOf = shownCredential, extraHeaders = [] }: RecordOptions = {},
): Exchange {
  const { request, startedMs, endedMs, sentAfter } = raw;
  // Both before any body: it may repeat a secret from the headers.
  const hidden = hideInRequest(request.url, request.headers, redactor);
  const responseHeaders = raw.response && hideInHeaders(raw.response.headers, redactor);
  const { response, failure } = withoutProxyResponse(raw);
  return deepFreeze({
    number,
    probe: raw.probe,
    request: {
      method: redactor.redact(request.method),
      url: redactUrl(hidden.url, redactor),
      headers: redactHeaders([...hidden.headers, ...extraHeaders], redactor),
      ...(request.isBodyMissing ? MISSING_BODY : recordRequestBody(request.body, redactor)),
      credential: credentialOf(request, hidden),
    },
    response: response && recordResponse(response, responseHeaders ?? [], redactor),
    failure: failure === undefined ? undefined : redactor.redact(failure),
    startedMs,
    endedMs,
    ...(sentAfter === undefined ? {} : { sentAfter }),
  });
}

/** A request without a bearer token sent no credential, unless it shows a cookie, another kind of key, or a name and password. */
function shownCredential(request: RawRequest, { url, headers, credential }: HiddenRequest): Credential {
  if (credential.kind === 'bearer') return isOneOfMany(credential.name) ? { kind: 'unknown' } : credential;
  const hasAuthorization = (headerOf(request.headers, 'authorization') ?? '').trim() !== '';
  if (hasAuthorization || request.mayHideCredentials) return credential;
  const isHidden = ([name, value]: HeaderList[number], at: number) =>
    value !== request.headers[at]?.[1] && name.toLowerCase() !== 'authorization';
  const isPlain = url === request.url.split('#', 1)[0] && !headers.some(isHidden);
  return isPlain && parseUrl(request.url)?.username === '' ? { kind: 'none' } : credential;
}

function recordResponse(response: RawResponse, headers: HeaderList, redactor: Redactor): RecordedResponse {
  const { httpVersion, status, statusText, body, incomplete, mayHideHeaders, mayBeCached } = response;
  return {
    httpVersion,
    status,
    statusText: redactor.redact(statusText),
    headers: redactHeaders(headers, redactor),
    body: recordBody(body, incomplete, redactor),
    ...(mayHideHeaders && { mayHideHeaders }),
    ...(mayBeCached && { mayBeCached }),
  };
}

/** Replaces in a recorded exchange the secrets that were registered since. Returns the same object if there are none. */
export function redactAgain(exchange: Exchange, redactor: Redactor): Exchange {
  const { request, response, failure } = exchange;
  let isChanged = false;
  const redact = <T extends string | undefined>(text: T): T => {
    const redacted = text && redactor.redact(text);
    isChanged ||= redacted !== text;
    return redacted as T;
  };
  const redactAll = (headers: HeaderList) => headers.map(([name, value]) => [redact(name), redact(value)] as const);
  const body = redact(request.body);
  const again: Exchange = {
    ...exchange,
    request: {
      ...request,
      method: redact(request.method),
      url: redact(request.url) === request.url ? request.url : redactUrl(request.url, redactor),
      headers: redactAll(request.headers),
      body,
      ...(body === request.body ? {} : { isBodyMissing: true }),
    },
    response: response && {
      ...response,
      statusText: redact(response.statusText),
      headers: redactAll(response.headers),
      body: redactBody(response.body, redact),
    },
    failure: redact(failure),
  };
  return isChanged ? deepFreeze(again) : exchange;
}

function redactBody(body: RecordedBody, redact: (text: string) => string): RecordedBody {
  if (body.kind === 'missing') return { kind: 'missing', why: redact(body.why) };
  if (body.kind !== 'text') return body;
  const text = redact(body.text);
  return text === body.text ? body : { kind: 'text', text, isRedacted: true };
}

/** Replaces a response that a proxy of this project made itself by a failure: it shows nothing of the service. */
export function withoutProxyResponse(raw: RawExchange): RawExchange {
  const { request, response } = raw;
  if (response === undefined || headerOf(response.headers, PROXY_RESPONSE_HEADER) === undefined) return raw;
  const text = typeof response.body === 'string' ? response.body : decodeUtf8(response.body);
  const failure = explainProxyResponse({ ...response, text }, request.url);
  return failure === undefined ? raw : { ...raw, response: undefined, failure };
}

/** Records a response body: text if it is UTF-8, else its size. `incomplete` is the reason why it is not whole, in a few words. */
export function recordBody(
  body: Uint8Array | string,
  incomplete: string | undefined,
  redactor: Redactor,
): RecordedBody {
  if (incomplete !== undefined) return { kind: 'missing', why: redactor.redact(incomplete) };
  if (body.length === 0) return { kind: 'empty' };
  const text = typeof body === 'string' ? body : decodeUtf8(body);
  if (text === undefined || holdsNul(text)) return { kind: 'binary', bytes: byteLength(body) };
  const redacted = redactor.redact(text);
  return { kind: 'text', text: redacted, isRedacted: redacted !== text };
}

type RecordedRequestBody = Pick<Exchange['request'], 'body' | 'isBodyMissing'>;

const MISSING_BODY: RecordedRequestBody = { body: undefined, isBodyMissing: true };

/** Records a request body. It is marked as missing if the text is not what was sent: a secret was replaced, or it is not UTF-8. */
export function recordRequestBody(body: Uint8Array | string | undefined, redactor: Redactor): RecordedRequestBody {
  if (body === undefined || body.length === 0) return { body: undefined };
  const text = typeof body === 'string' ? body : decodeUtf8(body);
  const shown = text ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(body as Uint8Array);
  if (holdsNul(shown)) return MISSING_BODY;
  const redacted = redactor.redact(shown);
  return redacted === text ? { body: text } : { ...MISSING_BODY, body: redacted };
}

function byteLength(body: Uint8Array | string): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
}

/** UTF-16 and UTF-32 pass for UTF-8 with a NUL beside each letter, in which no redactor finds a key. JSON never contains a bare NUL. */
function holdsNul(text: string): boolean {
  return text.includes('\0');
}

/** Decodes UTF-8, with its byte order mark: whether a service sends one matters. Returns undefined for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function redactHeaders(headers: HeaderList, redactor: Redactor): HeaderList {
  return headers.map(([name, value]) => [redactor.redact(name), redactor.redact(value)]);
}

/** A secret in the port leaves no valid URL once it is redacted. */
function redactUrl(url: string, redactor: Redactor): string {
  const redacted = redactor.redact(url);
  return parseUrl(redacted) !== undefined ? redacted : 'https://removed.invalid/';
}
