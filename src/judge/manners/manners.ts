import { type Exchange, headerOf, precedes } from '../../exchange/exchange.js';
import type { Redactor } from '../../exchange/redactor.js';
import type { Transcript } from '../../exchange/transcript.js';
import { parseHttpDate } from '../../json/dates.js';
import { InputError } from '../../json/input-error.js';
import { parseUrl } from '../../json/parse-url.js';
import { counted, quote } from '../../json/quoting.js';
import { isoMoment } from '../../json/times.js';
import { petstore } from '../../service/petstore.js';
import { gatherEvidence, judgeEvidence, type Verdict } from '../judge.js';
import { defineRules, inconclusive, judgeEach, passes, suspicious, violates } from '../note.js';
import type { Reading } from '../reading.js';
import type { Evidence, Note, Rule } from '../rule.js';
import { backOffRules, isOneCaller } from './back-off.js';

/** What the document asks of requests: no deprecated operation (§4.4, §9), where the key is (§5.2), the type of the body (§4). */
const requestRules = defineRules({}, [
  {
    id: 'manners/leaves-deprecated-operations',
    title: 'Calls no deprecated operation',
    statements: ['pets.is-deprecated-with-sunset-date', 'versioning.deprecated-operation-has-sunset-date'],
    severity: 'implied',
    judge: judgeEach(({ readings }) => readings, judgeLeaving),
  },
  {
    id: 'manners/stops-at-sunset',
    title: 'Calls no deprecated operation after the sunset that its responses announced',
    statements: ['versioning.deprecated-operation-has-sunset-date', 'pets.is-deprecated-with-sunset-date'],
    severity: 'implied',
    judge: judgeSunset,
  },
  {
    id: 'manners/keeps-key-out-of-url',
    title: 'Keeps the API key out of the URL',
    statements: ['auth.client-sends-key-as-bearer'],
    severity: 'implied',
    judge: judgeEach(({ readings }) => readings, judgeUrl),
  },
  {
    id: 'manners/sends-key-as-bearer',
    title: 'Sends the API key as a bearer token in the Authorization header',
    statements: ['auth.client-sends-key-as-bearer', 'auth.every-operation-needs-authorization-header'],
    judge: judgeEach(({ readings }) => readings, judgeScheme),
  },
  {
    id: 'manners/names-content-type',
    title: 'Sends every body as application/json with a matching Content-Type',
    statements: ['service.bodies-are-application-json', 'messages.request-headers'],
    judge: judgeEach(({ readings }) => readings, judgeContentType),
  },
]);

function judgeLeaving(reading: Reading): Note | undefined {
  const { operation } = reading;
  if (operation === undefined) return undefined;
  if (!operation.deprecated) return passes(reading);
  return violates(reading, {
    problem: `${operation.id} was called although it is deprecated`,
    expected: `no call of ${operation.method} ${operation.path}`,
    received: reading.status === undefined ? 'a call without a response' : `a call with status ${reading.status}`,
  });
}

function* judgeSunset({ readings }: Evidence): Iterable<Note> {
  const announced: Sunset[] = [];
  for (const reading of readings) {
    if (!reading.operation?.deprecated) continue;
    const own = readSunset(reading);
    const sunset = own ?? announced.findLast((one) => isKnownTo(reading, one));
    if (own !== undefined) announced.push(own);
    yield sunset === undefined
      ? inconclusive(reading, 'no response announced a sunset date')
      : judgeCall(reading, sunset);
  }
}

function judgeCall(reading: Reading, sunset: Sunset): Note {
  // One clock may be wrong: both the service's Date and the sender's time must be past the sunset.
  if (reading.earliestMs < sunset.atMs) return passes(reading);
  return violates(reading, {
    problem: `${reading.operation?.id} was called after its sunset`,
    expected: `no call from the sunset on (Sunset: ${quote(sunset.text)})`,
    received: `a call at ${isoMoment(reading.earliestMs)}`,
    related: sunset.announcedBy === reading ? [] : [sunset.announcedBy],
  });
}

type Sunset = NonNullable<ReturnType<typeof readSunset>>;

function readSunset(reading: Reading) {
  const text = reading.header('sunset');
  const atMs = parseHttpDate(text?.trim() ?? '');
  return text === undefined || atMs === undefined ? undefined : { announcedBy: reading, text, atMs };
}

/** The same operation, but a client with another key may never have seen the announcement. */
function isKnownTo(reading: Reading, { announcedBy }: Sunset): boolean {
  const isSame = announcedBy.operation === reading.operation && isOneCaller(announcedBy, reading);
  return isSame && precedes(announcedBy.exchange, reading.exchange);
}

function judgeUrl(reading: Reading): Note | undefined {
  const { credential, exchange } = reading;
  const received = findKey(reading);
  if (received !== undefined) {
    return violates(reading, {
      problem: 'the API key was in the URL, where logs and histories keep it',
      expected: 'the key in the Authorization header alone',
      received,
    });
  }
  if (SECRET.test(exchange.request.url)) {
    return suspicious(reading, 'the URL contains a secret that may or may not be the API key');
  }
  return credential.kind === 'bearer' ? passes(reading) : undefined;
}

/** A recorded URL has no fragment: what looks like one is a pseudonym. */
const KEY = /\bkey#\d+/;
const SECRET = /\bsecret#\d+/;
const KEY_PARAMETER = /^(?:x-)?(?:api[-_]?key|access[-_]?token|auth[-_]?token)$/i;

function findKey(reading: Reading): string | undefined {
  const { credential, exchange } = reading;
  const [address = '', ...query] = exchange.request.url.split('?');
  const own = reading.keyName;
  const parameters = query.flatMap((part) => part.split('&')).map((parameter) => parameter.split('='));
  for (const [name = '', ...value] of parameters) {
    const text = value.join('=');
    const isKey = KEY.test(text) || text === own || (SECRET.test(text) && KEY_PARAMETER.test(name));
    if (isKey) return `the key in the query, as ${quote(name)}`;
  }
  if (credential.kind === 'misplaced' && credential.where === 'query') return 'the key in the query';
  return KEY.test(address) ? 'the key in the path' : undefined;
}

function judgeScheme(reading: Reading): Note | undefined {
  const text = headerOf(reading.exchange.request.headers, 'authorization')?.trim() ?? '';
  const [scheme = '', ...rest] = text.split(/\s+/);
  const isBearer = scheme.toLowerCase() === 'bearer';
  if (text === '' || (isBearer && rest.length === 0)) return undefined;
  if (isBearer) return passes(reading);
  // Without a scheme it may be a key, or a scheme without a key.
  if (rest.length === 0 && !KEY.test(scheme)) {
    return inconclusive(reading, 'an Authorization header held one word only');
  }
  const isScheme = rest.length > 0 && /^[\w-]{1,20}$/.test(scheme);
  return violates(reading, {
    problem: 'the Authorization header held no bearer token',
    expected: 'Authorization: Bearer <API_KEY>',
    received: isScheme ? `Authorization under the scheme ${scheme}` : 'Authorization without a scheme',
  });
}

function judgeContentType(reading: Reading): Note | undefined {
  const { sentType = '', operation, exchange } = reading;
  const { body = '', isBodyMissing, headers } = exchange.request;
  if (isBodyMissing) return inconclusive(reading, 'the request body is unknown');
  if (body === '') return undefined;
  if (headers.length === 0) return inconclusive(reading, 'the recording holds no headers of the request');
  if (sentType === 'application/json') return passes(reading);
  return violates(reading, {
    problem:
      sentType === '' ? 'a body was sent without Content-Type' : 'a body was sent with another content type than JSON',
    expected: 'Content-Type: application/json',
    received: sentType === '' ? 'no Content-Type' : `Content-Type: ${quote(sentType)}`,
    // What names a content type among its headers is the statement that reports quote.
    statement: operation?.requiresContentType ? 'messages.request-headers' : undefined,
  });
}

/** What the document asks of clients: the catalogue, in the order of reports. Titles say what a well-mannered client does. */
export const mannersRules: readonly Rule[] = [...backOffRules, ...requestRules];

/**
 * Judges the client's half of a transcript: one verdict for each rule of manners, in the order of the catalogue. Clients get the
 * benefit of the doubt. `addresses` may be omitted if the transcript contains them, as a fake's journal does. Throws an InputError
 * if the service's address is unknown, or no request was sent there.
 */
export function manners(transcript: LocatedTranscript, addresses?: MannersAddresses): Verdict[] {
  const { baseUrl, messagesUrl } = findAddresses(transcript, addresses);
  const judged = { service: petstore, operations: {}, rules: mannersRules };
  const settings = { baseUrl, messagesUrl, level: undefined, plan: undefined, isExclusive: false, judged };
  const evidence = gatherEvidence(transcript, settings, judgedPart);
  const count = transcript.exchanges.length;
  // A base URL without any request is a mistake: every client would pass.
  if (addresses !== undefined && count > 0 && evidence.readings.length === 0) {
    const remedy = 'Name the base URL of the recorded requests, such as https://api.example.test/v1.';
    throw new InputError(ATTEMPTED, `none of ${counted(count, 'exchange')} lies under ${baseUrl}`, remedy);
  }
  return judgeEvidence(evidence);
}

/** Manners depend on requests and error responses only. In the URL, a pseudonym is what shows that a key is there. */
export function judgedPart({ request, response, ...rest }: Exchange, secrets: Redactor | undefined): Exchange {
  const url = secrets?.redact(request.url) ?? request.url;
  const isJudged = response === undefined || response.status >= 400;
  const body = { kind: 'missing', why: 'no rule of manners needs it' } as const;
  return { ...rest, request: { ...request, url }, response: isJudged ? response : { ...response, body } };
}

/** Where the service lives, without a slash at the end. */
interface MannersAddresses {
  readonly baseUrl: string;
  readonly messagesUrl?: string | undefined;
}

/** A transcript that may contain the service's addresses, as a fake's journal does. */
type LocatedTranscript = Transcript & Partial<MannersAddresses>;

const ATTEMPTED = 'Judging manners';
const REMEDY =
  'Try manners(petstore.journal), or manners(transcript, { baseUrl: "https://api.example.test/v1", messagesUrl: "https://api.example.test/v1" }).';

/** Returns the service's addresses: the given ones, else the transcript's. Throws an InputError without either. */
function findAddresses(transcript: LocatedTranscript, given: MannersAddresses | undefined): MannersAddresses {
  if (!Array.isArray(transcript?.exchanges)) throw new InputError(ATTEMPTED, 'this is not a transcript', REMEDY);
  const { baseUrl, messagesUrl } = given ?? (transcript.baseUrl === undefined ? transcript.run : transcript) ?? {};
  if (baseUrl === undefined) {
    throw new InputError(ATTEMPTED, 'the transcript does not contain the base URL of the service', REMEDY);
  }
  for (const url of [baseUrl, messagesUrl]) {
    if (url === undefined || (typeof url === 'string' && parseUrl(url) !== undefined)) continue;
    throw new InputError(ATTEMPTED, 'the base URL or the messages URL is not a complete URL', REMEDY);
  }
  return { baseUrl, messagesUrl };
}
