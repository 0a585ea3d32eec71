import { deepFreeze } from '../json/deep-freeze.js';
import { parseUrl } from '../json/parse-url.js';
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
import { type HiddenRequest, hideInHeaders, hideInRequest, type SecretNames } from './hide-secrets.js';
import { explainProxyResponse, PROXY_RESPONSE_HEADER } from './proxy-response.js';
import { validUrl } from './redact-exchange.js';
import { isOneOfMany } from './redactor.js';

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
export function learnSecrets({ request, response }: ExchangeHead, redactor: SecretNames): void {
  hideInRequest(request.url, request.headers, redactor);
  if (response !== undefined) hideInHeaders(response.headers, redactor);
}

/** Records an exchange as it was sent and received. Only credentials in its URL and headers become pseudonyms; a body may repeat them. */
export function recordExchange(
  raw: RawExchange,
  number: number,
  redactor: SecretNames,
  { credentialOf = shownCredential, extraHeaders = [] }: RecordOptions = {},
): Exchange {
  const { request, response: _, failure: _failure, cutBy: _by, ...times } = raw;
  const hidden = hideInRequest(request.url, request.headers, redactor);
  const responseHeaders = raw.response && hideInHeaders(raw.response.headers, redactor);
  const { response, failure } = withoutProxyResponse(raw);
  return deepFreeze({
    number,
    probe: undefined,
    ...times,
    request: {
      method: request.method,
      url: validUrl(hidden.url),
      headers: [...hidden.headers, ...extraHeaders],
      ...(request.isBodyMissing ? MISSING_BODY : recordRequestBody(request.body)),
      credential: credentialOf(request, hidden),
    },
    response: response && recordResponse(response, responseHeaders ?? []),
    failure,
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

function recordResponse(response: RawResponse, headers: HeaderList): RecordedResponse {
  const { body, incomplete, isMiscoded, ...rest } = response;
  const recorded = recordBody(body, incomplete);
  return { ...rest, headers, body: isMiscoded && recorded.kind === 'missing' ? { ...recorded, isMiscoded } : recorded };
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
export function recordBody(body: Uint8Array | string, incomplete: string | undefined): RecordedBody {
  if (incomplete !== undefined) return { kind: 'missing', why: incomplete };
  if (body.length === 0) return { kind: 'empty' };
  const text = typeof body === 'string' ? body : decodeUtf8(body);
  if (text === undefined || holdsNul(text)) return { kind: 'binary', bytes: byteLength(body) };
  return { kind: 'text', text, isRedacted: false };
}

type RecordedRequestBody = Pick<Exchange['request'], 'body' | 'isBodyMissing'>;
const MISSING_BODY: RecordedRequestBody = { body: undefined, isBodyMissing: true };

/** Records a request body. It is marked as missing if it is not UTF-8: the text is not what was sent. */
export function recordRequestBody(body: Uint8Array | string | undefined): RecordedRequestBody {
  if (body === undefined || body.length === 0) return { body: undefined };
  const text = typeof body === 'string' ? body : decodeUtf8(body);
  const shown = text ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(body as Uint8Array);
  if (holdsNul(shown)) return MISSING_BODY;
  return text === undefined ? { ...MISSING_BODY, body: shown } : { body: text };
}

export function byteLength(body: Uint8Array | string): number {
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
