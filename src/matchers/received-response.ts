import type { HeaderList, RawResponse } from '../exchange/exchange.js';
import { assertNotPromise, InputError } from '../json/input-error.js';
import { type JsonValue, writeJson } from '../json/json.js';
import { fieldOf, isObject, kindInWords } from './matcher-input.js';

const ATTEMPTED = 'expect(…).toConformTo(…)';
const TAKES = `Pass a fetch Response, a Playwright response, or { status, headers, body } (or { status, headers, data })`;

/** Reads a response from what a test passes. A fetch Response stays readable. Throws an InputError for anything else. */
export async function readReceived(received: unknown): Promise<RawResponse> {
  if (!isObject(received)) throw new InputError(ATTEMPTED, `it received ${kindInWords(received)}`, TAKES);
  assertNotPromise(ATTEMPTED, 'what was given', received, 'Write expect(await …).');
  if (isFetchResponse(received)) return readFetchResponse(received);
  if (isPlaywrightResponse(received)) return readPlaywrightResponse(received);
  return readPlain(received);
}

function isFetchResponse(received: object): received is Response {
  return typeof fieldOf(received, 'clone') === 'function' && typeof fieldOf(received, 'arrayBuffer') === 'function';
}

async function readFetchResponse(response: Response): Promise<RawResponse> {
  const { status, type } = response;
  if (['opaque', 'opaqueredirect', 'error'].includes(type)) {
    const problem = `a response of the type '${type}' has no status, no headers and no body to judge`;
    throw new InputError(ATTEMPTED, problem, `Send the request without mode: 'no-cors' and redirect: 'manual'`);
  }
  if (response.bodyUsed || response.body?.locked) {
    const instead = 'Pass the response before it is read (the matcher reads a copy), or { status, headers, body }';
    throw new InputError(ATTEMPTED, 'the body of the response was already read', instead);
  }
  return {
    ...checked(status, response.headers),
    ...(await readBytes(response)),
    ...(type === 'cors' && { mayHideHeaders: true }),
  };
}

/** A body that cannot be read to its end is the sender's fault. */
async function readBytes(response: Response): Promise<Pick<RawResponse, 'body' | 'incomplete'>> {
  try {
    return { body: new Uint8Array(await response.clone().arrayBuffer()), incomplete: undefined };
  } catch (error) {
    return { body: '', incomplete: causeOf(error) };
  }
}

/** The common part of Playwright's APIResponse and Response. */
interface PlaywrightResponse {
  status(): number;
  headersArray(): unknown;
  body(): Promise<Uint8Array>;
}

function isPlaywrightResponse(received: object): received is PlaywrightResponse {
  return ['status', 'headersArray', 'body'].every((name) => typeof fieldOf(received, name) === 'function');
}

async function readPlaywrightResponse(response: PlaywrightResponse): Promise<RawResponse> {
  const head = checked(response.status(), await response.headersArray());
  // Playwright has no body for a redirect.
  if (head.status >= 300 && head.status < 400) return { ...head, body: '' };
  try {
    return { ...head, body: await inTime(response.body()) };
  } catch (error) {
    const problem = `the body of the ${head.status} could not be read: ${causeOf(error)}`;
    throw new InputError(
      ATTEMPTED,
      problem,
      'Pass the response before it is disposed and before the page navigates, and let the page read it',
    );
  }
}

/** The default timeout of Playwright's tests is 30 seconds; a test's error would not say why. */
const BODY_TIMEOUT_MS = 10_000;

async function inTime<Value>(reading: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    const cause = new Error('after 10 s it is not complete. A page that leaves it unread keeps it open in Chromium');
    timer = setTimeout(() => reject(cause), BODY_TIMEOUT_MS);
  });
  return Promise.race([reading, timeUp]).finally(() => clearTimeout(timer));
}

function causeOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.+$/, '');
}

function readPlain(received: object): RawResponse {
  if (isObject(fieldOf(received, 'response'))) {
    throw new InputError(ATTEMPTED, 'it is not a response, but has one', 'Pass its `response`');
  }
  const head = checked(fieldOf(received, 'status'), fieldOf(received, 'headers'));
  return { ...head, body: bodyOf('body' in received ? received.body : fieldOf(received, 'data')) };
}

function checked(status: unknown, headers: unknown): Omit<RawResponse, 'body'> {
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599) {
    const found = typeof status === 'number' ? `its status is ${status}` : 'it has no numeric status';
    throw new InputError(ATTEMPTED, `it is not a response: ${found}`, TAKES);
  }
  assertNotPromise(ATTEMPTED, 'the headers value', headers);
  const list = headerListOf(headers);
  if (list === undefined) {
    const remedy = `${TAKES}; headers are an object, a Headers, or a list of pairs`;
    throw new InputError(ATTEMPTED, 'the response has no headers', remedy);
  }
  return { httpVersion: '', status, statusText: '', headers: list, incomplete: undefined };
}

/** A text is the body as it was received; any other value is parsed JSON. */
function bodyOf(body: unknown): RawResponse['body'] {
  if (body === undefined) return '';
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (isStream(body)) {
    throw new InputError(ATTEMPTED, 'the body has not been read yet', 'Pass the body as text or as parsed JSON');
  }
  return writeJson(body as JsonValue);
}

function isStream(body: unknown): boolean {
  const readers = ['getReader', 'pipe', 'arrayBuffer', 'then'];
  return isObject(body) && readers.some((name) => typeof fieldOf(body, name) === 'function');
}

/** Reads headers: a Headers, a list of pairs or of `{ name, value }`, a Map, or an object. Returns undefined for anything else. */
function headerListOf(headers: unknown): HeaderList | undefined {
  if (!isObject(headers)) return undefined;
  const entries: unknown[] = Symbol.iterator in headers ? [...(headers as Iterable<unknown>)] : Object.entries(headers);
  const lines = entries.map(linesOf);
  return lines.some((line) => line === undefined) ? undefined : lines.flatMap((line) => line ?? []);
}

/** A header may have several values; one without any is absent. */
function linesOf(entry: unknown): HeaderList | undefined {
  if (!isObject(entry)) return undefined;
  const [name, value] = Array.isArray(entry) ? entry : [fieldOf(entry, 'name'), fieldOf(entry, 'value')];
  const values = [value ?? []].flat();
  if (name === undefined || !values.every((one) => typeof one === 'string' || typeof one === 'number'))
    return undefined;
  return values.map((one) => [String(name), String(one)] as const);
}
