import { assertNotPromise, InputError } from '../json/input-error.js';
import { type Exchange, type HeaderList, headerOf, type RecordedBody, type RecordedResponse } from './exchange.js';
import type { OwnEntry } from './har-schemas.js';
import { byteLength } from './record-exchange.js';
import { redactTranscript } from './redact-exchange.js';
import type { Transcript } from './transcript.js';

/** Returns a transcript as HAR 1.2, without secrets, which {@link readHar} reads back unchanged. Throws an InputError for wrong arguments. */
export function writeHar(transcript: Transcript, creator: { name: string; version: string; comment?: string }): string {
  checkArguments(transcript, creator);
  const { exchanges, baseUrl, run } = redactTranscript(transcript);
  // JSON has null for what is undefined here.
  const { messagesUrl = null, plan = null, petId = null, stopped = null } = run ?? {};
  const log = {
    version: '1.2',
    creator: { name: creator.name, version: creator.version, comment: creator.comment },
    _petstoreMock:
      run === undefined
        ? { run: null, ...(baseUrl && { baseUrl }) }
        : { run: { ...run, messagesUrl, plan, petId, stopped } },
    entries: exchanges.map(writeEntry),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function checkArguments(
  transcript: Partial<Transcript> | null,
  creator: Partial<Parameters<typeof writeHar>[1]> | null,
): void {
  const attempted = 'Writing a HAR file';
  const remedy = "Write writeHar(petstore.journal, { name: 'my-tests', version: '1.0.0' }).";
  assertNotPromise(attempted, 'the transcript', transcript);
  if (!Array.isArray(transcript?.exchanges))
    throw new InputError(attempted, 'the argument is not a transcript', remedy);
  if (typeof creator?.name === 'string' && typeof creator.version === 'string') return;
  throw new InputError(attempted, 'the creator has no name or no version', remedy);
}

/** Returns an exchange without secrets as an entry of a HAR file. JSON leaves out what is undefined. */
export function writeEntry(exchange: Exchange): OwnEntry {
  const { request, response, startedMs, endedMs } = exchange;
  const time = Math.max(0, endedMs - startedMs);
  const entry = {
    startedDateTime: new Date(startedMs).toISOString(),
    time,
    request: writeRequest(exchange),
    response: writeResponse(response),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _number: exchange.number,
    _probe: exchange.probe,
    _credential: request.credential,
    _startedMs: startedMs,
    _endedMs: endedMs,
    _sentAfter: exchange.sentAfter,
    _replayOf: exchange.replayOf,
    _order: exchange.order,
    _failure: exchange.failure,
    _isRequestBodyMissing: request.isBodyMissing,
    ...bodyMarks(response?.body),
    _mayHideHeaders: response?.mayHideHeaders,
    _mayBeCached: response?.mayBeCached,
  };
  return entry as OwnEntry;
}

function bodyMarks(body: RecordedBody | undefined): Partial<OwnEntry> {
  if (body?.kind === 'missing') return { _bodyMissing: body.why, ...(body.isMiscoded && { _isMiscoded: true }) };
  if (body?.kind === 'binary') return { _isBinary: true };
  return body?.kind === 'text' && body.isRedacted ? { _isRedacted: true } : {};
}

function writeRequest({ request, response }: Exchange): OwnEntry['request'] {
  const { method, url, headers, body } = request;
  // Cut from the text: the `#` of a pseudonym does not begin a fragment.
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const postData = { mimeType: headerOf(headers, 'content-type') ?? '', text: body ?? '' };
  return {
    method,
    url,
    httpVersion: `HTTP/${response?.httpVersion ?? '1.1'}`,
    cookies: [],
    headers: writePairs(headers),
    queryString: writePairs([...new URLSearchParams(query)]),
    ...(body === undefined ? {} : { postData }),
    headersSize: -1,
    bodySize: request.isBodyMissing ? -1 : byteLength(body ?? ''),
  };
}

/** No response is written the way browsers do: as status 0. */
function writeResponse(response: RecordedResponse | undefined): OwnEntry['response'] {
  const { httpVersion, status = 0, statusText = '', headers = [], body } = response ?? {};
  return {
    status,
    statusText,
    httpVersion: httpVersion === undefined ? '' : `HTTP/${httpVersion}`,
    cookies: [],
    headers: writePairs(headers),
    content: {
      size: body?.kind === 'binary' ? body.bytes : byteLength(body?.kind === 'text' ? body.text : ''),
      mimeType: headerOf(headers, 'content-type') ?? '',
      ...(body?.kind === 'text' ? { text: body.text } : {}),
    },
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
  };
}

function writePairs(pairs: HeaderList): { name: string; value: string }[] {
  return pairs.map(([name, value]) => ({ name, value }));
}
