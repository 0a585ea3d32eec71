import { deepFreeze } from '../spec/deep-freeze.js';
import { parseUrl } from '../spec/parse-url.js';
import { isOneOfMany } from './bounded-redactor.js';
import {
  type Credential,
  type Exchange,
  type HeaderList,
  headerOf,
  type RawExchange,
  type RecordedBody,
  type RecordedResponse,
} from './exchange.js';
import { type HiddenRequest, hideInHeaders, hideInRequest } from './hide-secrets.js';
import { explainProxyResponse } from './proxy-response.js';
import type { Redactor } from './redactor.js';

/** Records what passed, frozen and without a secret. */
export function recordExchange(live: RawExchange, number: number, redactor: Redactor): Exchange {
  const { request, startedMs, endedMs, sentAfter } = live;
  // Both first: an answer may show the secret that its own headers set.
  const hidden = hideInRequest(request.url, request.headers, redactor);
  const answerHeaders = live.response && hideInHeaders(live.response.headers, redactor);
  const { response, failure } = withoutProxyResponse(live);
  const { body } = request;
  return deepFreeze({
    number,
    probe: undefined,
    request: {
      method: redactor.redact(request.method),
      url: redactUrl(hidden.url, redactor),
      headers: redactHeaders(hidden.headers, redactor),
      ...(request.isBodyMissing ? MISSING_BODY : recordSentBody(body ?? new Uint8Array(), redactor)),
      credential: credentialOf(live, hidden),
    },
    response: response && recordResponse(response, answerHeaders ?? [], redactor),
    failure: failure === undefined ? undefined : redactor.redact(failure),
    startedMs,
    endedMs,
    ...(sentAfter === undefined ? {} : { sentAfter }),
  });
}

/**
 * Here it is known what was sent: where no credential is seen, none was sent. But whoever shows a cookie, a key of another
 * kind or a name and a password may be let in for that.
 */
function credentialOf({ request }: RawExchange, { url, headers, credential }: HiddenRequest): Credential {
  if (credential.kind === 'bearer') return isOneOfMany(credential.name) ? { kind: 'unknown' } : credential;
  const isNothingThere = (headerOf(request.headers, 'authorization') ?? '').trim() === '';
  if (!isNothingThere || request.mayHideCredentials) return credential;
  const isHidden = ([name, value]: HeaderList[number], at: number) =>
    value !== request.headers[at]?.[1] && name.toLowerCase() !== 'authorization';
  const isPlain = url === request.url.split('#', 1)[0] && !headers.some(isHidden);
  return isPlain && parseUrl(request.url)?.username === '' ? { kind: 'none' } : credential;
}

function recordResponse(
  response: NonNullable<RawExchange['response']>,
  headers: RecordedResponse['headers'],
  redactor: Redactor,
): RecordedResponse {
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

/** Takes out of an exchange, already recorded, what has turned out to be a secret since. Answers the same one where nothing has. */
export function redactAgain(exchange: Exchange, redactor: Redactor): Exchange {
  const { request, response, failure } = exchange;
  const body = request.body === undefined ? undefined : redactor.redact(request.body);
  const again: Exchange = {
    ...exchange,
    request: {
      ...request,
      method: redactor.redact(request.method),
      url: redactUrl(request.url, redactor),
      headers: redactHeaders(request.headers, redactor),
      body,
      ...(body === request.body ? {} : { isBodyMissing: true }),
    },
    response: response && {
      ...response,
      statusText: redactor.redact(response.statusText),
      headers: redactHeaders(response.headers, redactor),
      body: redactBody(response.body, redactor),
    },
    failure: failure === undefined ? undefined : redactor.redact(failure),
  };
  return JSON.stringify(again) === JSON.stringify(exchange) ? exchange : deepFreeze(again);
}

function redactBody(body: RecordedBody, redactor: Redactor): RecordedBody {
  if (body.kind === 'missing') return { kind: 'missing', why: redactor.redact(body.why) };
  if (body.kind !== 'text') return body;
  const text = redactor.redact(body.text);
  return text === body.text ? body : { kind: 'text', text, isRedacted: true };
}

/** Takes an answer that a proxy of this project made itself for what it is: none of the service's. */
export function withoutProxyResponse(live: RawExchange): RawExchange {
  const { request, response } = live;
  if (response === undefined) return live;
  const failure = explainProxyResponse({ ...response, text: decodeUtf8(response.body) }, request.url);
  return failure === undefined ? live : { ...live, response: undefined, failure };
}

/** Records an answer's body, which is UTF-8 or binary. `incomplete` says in a few words why the bytes are not all there. */
export function recordBody(bytes: Uint8Array, incomplete: string | undefined, redactor: Redactor): RecordedBody {
  if (incomplete !== undefined) return { kind: 'missing', why: redactor.redact(incomplete) };
  if (bytes.length === 0) return { kind: 'empty' };
  const text = decodeUtf8(bytes);
  return text === undefined ? { kind: 'binary', bytes: bytes.length } : recordText(text, redactor);
}

/** Records the text of an answer's body; binary where it is none. */
export function recordText(text: string, redactor: Redactor): RecordedBody {
  if (holdsNul(text)) return { kind: 'binary', bytes: new TextEncoder().encode(text).length };
  const redacted = redactor.redact(text);
  return { kind: 'text', text: redacted, isRedacted: redacted !== text };
}

/** What a request sent, as an exchange keeps it. */
export interface SentBody {
  readonly body: string | undefined;
  readonly isBodyMissing?: true;
}

/** Stands for a body of which only that it was sent is known. */
export const MISSING_BODY: SentBody = { body: undefined, isBodyMissing: true };

/** Records a request's body; where it is not UTF-8, the text is not what was sent. */
export function recordSentBody(bytes: Uint8Array, redactor: Redactor): SentBody {
  if (bytes.length === 0) return { body: undefined };
  const text = decodeUtf8(bytes);
  if (text !== undefined) return recordSentText(text, redactor);
  const shown = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (holdsNul(shown)) return MISSING_BODY;
  return { ...MISSING_BODY, body: redactor.redact(shown) };
}

/** Records the text of a request's body; where a secret was taken out, the rest is not what was sent. */
export function recordSentText(text: string, redactor: Redactor): SentBody {
  if (holdsNul(text)) return MISSING_BODY;
  const redacted = redactor.redact(text);
  return redacted === text ? { body: text } : { ...MISSING_BODY, body: redacted };
}

/** UTF-16 and UTF-32 pass for UTF-8 with a NUL beside each letter, in which no redactor finds a key. No JSON holds a bare one. */
function holdsNul(text: string): boolean {
  return text.includes('\0');
}

/** A byte order mark is kept: whether a service sends one is worth knowing. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Takes secrets out of names and values. */
export function redactHeaders(headers: HeaderList, redactor: Redactor): HeaderList {
  return headers.map(([name, value]) => [redactor.redact(name), redactor.redact(value)]);
}

/** Whoever has a secret for a port has a URL that is none any more once it is redacted. */
export function redactUrl(url: string, redactor: Redactor): string {
  const redacted = redactor.redact(url);
  return parseUrl(redacted) !== undefined ? redacted : 'https://removed.invalid/';
}
