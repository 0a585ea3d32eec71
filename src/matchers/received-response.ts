import type { HeaderList, RecordedBody } from '../exchange/exchange.js';
import { decodeUtf8 } from '../exchange/record-exchange.js';
import { type JsonValue, writeJson } from '../spec/json.js';
import { assertNotPromise, InputError } from '../spec/validation/input-error.js';
import { fieldOf, isObject, kindInWords } from './matcher-input.js';

/** One answer, whoever gave it and whatever held it. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** `missing`: it broke off. */
  readonly body: RecordedBody;
  /** A browser shows a page only those headers of another origin's answer that the answer exposes. */
  readonly mayHideHeaders: boolean;
}

const ATTEMPTED = 'expect(…).toConformTo(…)';
const TAKES = `Pass a fetch Response, a response of Playwright's, or { status, headers, body } ({ status, headers, data } will do)`;

/** Reads an answer out of whatever a test holds. A Response stays readable. Throws an InputError for what holds none. */
export async function readReceived(received: unknown): Promise<ReceivedResponse> {
  if (!isObject(received)) throw new InputError(ATTEMPTED, `it was given ${kindInWords(received)}`, TAKES);
  assertNotPromise(ATTEMPTED, 'what was given', received, 'Write expect(await …).');
  if (isFetchResponse(received)) return readFetchResponse(received);
  if (isPlaywrightResponse(received)) return readPlaywrightResponse(received);
  return readPlain(received);
}

function isFetchResponse(received: object): received is Response {
  return typeof fieldOf(received, 'clone') === 'function' && typeof fieldOf(received, 'arrayBuffer') === 'function';
}

const remediesByType: Readonly<Record<string, string>> = {
  opaque: `Send the request without mode: 'no-cors'`,
  opaqueredirect: `Send the request without redirect: 'manual'`,
  error: 'It stands for a request that failed: judge the answer to one that did not',
};

async function readFetchResponse(response: Response): Promise<ReceivedResponse> {
  const { status, type } = response;
  const remedy = remediesByType[type];
  if (remedy !== undefined) {
    const problem = `a response of the type '${type}' shows no status, no headers and no body: nothing can be judged`;
    throw new InputError(ATTEMPTED, problem, remedy);
  }
  if (response.bodyUsed || response.body?.locked) {
    const instead = 'Pass the response before it is read (the matcher reads a copy), or { status, headers, body }';
    throw new InputError(ATTEMPTED, 'the body of the response has been read already', instead);
  }
  return {
    ...checked(status, response.headers),
    body: await readBytes(() => response.clone().arrayBuffer()),
    mayHideHeaders: type === 'cors',
  };
}

/** A body that cannot be read to its end is the fault of the one who sent it. */
async function readBytes(read: () => Promise<ArrayBuffer>): Promise<RecordedBody> {
  try {
    return bodyOfBytes(new Uint8Array(await read()));
  } catch (error) {
    return { kind: 'missing', why: causeOf(error) };
  }
}

/** What Playwright's APIResponse and Response have in common. */
interface PlaywrightResponse {
  status(): number;
  headersArray(): unknown;
  body(): Promise<Uint8Array>;
}

function isPlaywrightResponse(received: object): received is PlaywrightResponse {
  return ['status', 'headersArray', 'body'].every((name) => typeof fieldOf(received, name) === 'function');
}

async function readPlaywrightResponse(response: PlaywrightResponse): Promise<ReceivedResponse> {
  const head = { ...checked(response.status(), await response.headersArray()), mayHideHeaders: false };
  // Of a redirect Playwright keeps no body.
  if (head.status >= 300 && head.status < 400) return { ...head, body: { kind: 'empty' } };
  try {
    return { ...head, body: bodyOfBytes(await response.body()) };
  } catch (error) {
    const problem = `the body of the ${head.status} could not be read: ${causeOf(error)}`;
    throw new InputError(ATTEMPTED, problem, 'Judge a response before it is disposed of and before the page is left');
  }
}

/** The first line of what went wrong, without a full stop. */
function causeOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.+$/, '');
}

function readPlain(received: object): ReceivedResponse {
  if (isObject(fieldOf(received, 'response'))) {
    throw new InputError(ATTEMPTED, 'what was given is no answer, but has one', 'Pass its `response`');
  }
  const head = checked(fieldOf(received, 'status'), fieldOf(received, 'headers'));
  return {
    ...head,
    body: recordedBodyOf('body' in received ? received.body : fieldOf(received, 'data')),
    mayHideHeaders: false,
  };
}

function checked(status: unknown, headers: unknown): Pick<ReceivedResponse, 'status' | 'headers'> {
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599) {
    const found = typeof status === 'number' ? `its status is ${status}` : 'it has no status that is a number';
    throw new InputError(ATTEMPTED, `what was given is no answer: ${found}`, TAKES);
  }
  assertNotPromise(ATTEMPTED, 'what stands for the headers', headers);
  const list = headerListOf(headers);
  if (list === undefined) {
    const remedy = `${TAKES}; headers are an object, a Headers, or a list of pairs`;
    throw new InputError(ATTEMPTED, 'the answer that was given has no headers', remedy);
  }
  return { status, headers: list };
}

/** A text is the body as it was received; anything else is JSON that was parsed. */
function recordedBodyOf(body: unknown): RecordedBody {
  if (body === undefined) return { kind: 'empty' };
  if (typeof body === 'string') return bodyOfText(body);
  if (body instanceof Uint8Array) return bodyOfBytes(body);
  if (body instanceof ArrayBuffer) return bodyOfBytes(new Uint8Array(body));
  if (isStream(body)) {
    const remedy = 'Give the body as text or as parsed JSON';
    throw new InputError(ATTEMPTED, 'the body that was given has yet to be read', remedy);
  }
  return bodyOfText(writeJson(body as JsonValue));
}

function isStream(body: unknown): boolean {
  const readers = ['getReader', 'pipe', 'arrayBuffer', 'then'];
  return isObject(body) && readers.some((name) => typeof fieldOf(body, name) === 'function');
}

function bodyOfBytes(bytes: Uint8Array): RecordedBody {
  const text = decodeUtf8(bytes);
  return text === undefined ? { kind: 'binary', bytes: bytes.length } : bodyOfText(text);
}

function bodyOfText(text: string): RecordedBody {
  return text === '' ? { kind: 'empty' } : { kind: 'text', text, isRedacted: false };
}

/** Reads headers: a Headers, a list of pairs or of `{ name, value }`, a Map, or an object. Answers undefined for anything else. */
function headerListOf(headers: unknown): HeaderList | undefined {
  if (!isObject(headers)) return undefined;
  const entries = isIterable(headers) ? [...headers].map(pairOf) : Object.entries(headers);
  const lines: (readonly [string, string])[] = [];
  for (const entry of entries) {
    const texts = entry === undefined ? undefined : textsOf(entry[1]);
    if (entry === undefined || texts === undefined) return undefined;
    lines.push(...texts.map((text) => [String(entry[0]), text] as const));
  }
  return lines;
}

function isIterable(headers: object): headers is Iterable<unknown> {
  return Symbol.iterator in headers;
}

function pairOf(entry: unknown): readonly [unknown, unknown] | undefined {
  if (Array.isArray(entry)) return entry.length === 2 ? [entry[0], entry[1]] : undefined;
  return isObject(entry) && 'name' in entry ? [entry.name, fieldOf(entry, 'value')] : undefined;
}

/** A header may have several values; one without any is not there. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  const values = Array.isArray(value) ? value : [value];
  return values.every((one) => typeof one === 'string' || typeof one === 'number') ? values.map(String) : undefined;
}
