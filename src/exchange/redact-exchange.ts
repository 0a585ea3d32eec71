import { deepFreeze } from '../json/deep-freeze.js';
import { parseUrl } from '../json/parse-url.js';
import type { Exchange, RecordedBody } from './exchange.js';
import type { Redactor } from './redactor.js';
import type { ReceivedTranscript, Transcript } from './transcript.js';

/** Returns a transcript that may be shown or written: every secret is replaced by its pseudonym. */
export function redactTranscript(transcript: Transcript | ReceivedTranscript): Transcript {
  if (!('secrets' in transcript)) return transcript;
  const { secrets, exchanges, run, ...rest } = transcript;
  const stopped = run?.stopped && secrets.redactMessage(run.stopped);
  return {
    ...rest,
    exchanges: exchanges.map((exchange) => redactExchange(exchange, secrets)),
    run: run && { ...run, stopped },
  };
}

/** Replaces the registered secrets in an exchange. Returns the same object if there are none. */
export function redactExchange(exchange: Exchange, redactor: Redactor): Exchange {
  const { request, response, failure } = exchange;
  let isChanged = false;
  const redact = <T extends string | undefined>(text: T): T => {
    const redacted = text && redactor.redact(text);
    isChanged ||= redacted !== text;
    return redacted as T;
  };
  const redactAll = (headers: Exchange['request']['headers']) =>
    headers.map(([name, value]) => [redact(name), redact(value)] as const);
  const body = redact(request.body);
  const redacted: Exchange = {
    ...exchange,
    request: {
      ...request,
      method: redact(request.method),
      url: validUrl(redact(request.url)),
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
  return isChanged ? deepFreeze(redacted) : exchange;
}

function redactBody(body: RecordedBody, redact: (text: string) => string): RecordedBody {
  if (body.kind === 'missing') return { ...body, why: redact(body.why) };
  if (body.kind !== 'text') return body;
  const text = redact(body.text);
  return text === body.text ? body : { kind: 'text', text, isRedacted: true };
}

/** A secret in the port leaves no valid URL once it is redacted. */
export function validUrl(url: string): string {
  return parseUrl(url) === undefined ? 'https://removed.invalid/' : url;
}
