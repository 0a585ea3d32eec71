import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { RequestHandler } from 'msw';
import { corsHeaders } from '../../mocks/neutral-http.js';
import type { World } from '../../mocks/world.js';
import { formatHttpDate } from '../json/dates.js';
import { InputError } from '../json/input-error.js';
import { parseTarget } from './received-request.js';
import type { ServedResult, ServerRequest } from './responder.js';

export interface UserHandlers {
  readonly count: number;
  /** Returns undefined for requests that they leave to the fake, as preflights without a handler for OPTIONS. Throws what a handler throws. */
  respond(request: ServerRequest, isPreflight?: boolean): Promise<Response | undefined>;
}

/** Methods that the Fetch standard forbids: no MSW handler can see them. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

const EXAMPLE =
  "A file that works: import { http, HttpResponse } from 'msw'; export default [http.get('*/hello', () => HttpResponse.text('hi'))];";

/** Loads handlers from a module, again at each call. Throws an InputError with a fix. */
export async function loadUserHandlers(file: string): Promise<UserHandlers> {
  const loadError = (problem: string, remedy: string) =>
    new InputError(`Loading the handlers ${file}`, problem, remedy);
  const { getResponse } = await import('msw').catch(() => {
    throw loadError('msw is not installed', 'Install it: npm install --save-dev msw');
  });
  const module = await importAgain(file).catch((error: unknown) => {
    const isTypeScript = codeOf(error) === 'ERR_UNKNOWN_FILE_EXTENSION';
    throw loadError(firstSentence(error), isTypeScript ? 'Write it in JavaScript, as .mjs or .js' : EXAMPLE);
  });
  const handlers = module.default ?? module.handlers;
  if (!isHandlerList(handlers)) {
    const problem = 'neither its default export nor its export `handlers` is an array of MSW request handlers';
    throw loadError(problem, EXAMPLE);
  }
  return {
    count: handlers.length,
    async respond(request, isPreflight = false) {
      const fetchRequest = toFetchRequest(request);
      if (fetchRequest === undefined) return undefined;
      // With a base, handlers can be written for relative URLs.
      const context = { baseUrl: new URL(fetchRequest.url).origin };
      // Those for all methods never meet a preflight elsewhere: in a browser, MSW sees none.
      const asked = isPreflight
        ? handlers.filter(({ info }) => 'method' in info && info.method === 'OPTIONS')
        : handlers;
      const response = await getResponse(asked, fetchRequest, context).catch((error: unknown) => {
        if (error instanceof Response) return error;
        throw error;
      });
      // MSW's `passthrough()` returns this marker.
      return response?.headers.get('x-msw-intention') === 'passthrough' ? undefined : response;
    },
  };
}

function firstSentence(error: unknown): string {
  if (codeOf(error) === 'ENOENT') return 'the file does not exist';
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return line.replace(/\.$/, '');
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

async function importAgain(file: string): Promise<Record<string, unknown>> {
  const path = await realpath(file);
  // Node caches modules: an ES module by its URL, a CommonJS one by its path.
  const url = pathToFileURL(path);
  url.searchParams.set('loaded', String(performance.now()));
  delete createRequire(import.meta.url).cache[path];
  return import(url.href);
}

function isHandlerList(value: unknown): value is RequestHandler[] {
  // Not `instanceof`: the user's msw may be another copy than ours.
  return (
    Array.isArray(value) &&
    value.every((item) => typeof item?.run === 'function' && typeof item?.predicate === 'function')
  );
}

function toFetchRequest({ method, target, isSecure, headers, body, signal }: ServerRequest): Request | undefined {
  const host = headers.find(([name]) => name === 'host')?.[1] ?? 'localhost';
  const url = parseTarget(target, `${isSecure ? 'https' : 'http'}://${host}`);
  if (url === undefined || body === 'too-large' || FORBIDDEN_METHODS.has(method)) return undefined;
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  return new Request(url, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    signal,
    body: hasBody ? (body as Uint8Array<ArrayBuffer>) : null,
  });
}

/** Headers that belong to one connection, which is ours to describe (RFC 9110 §7.6.1). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

/** Headers that are no longer true once `fetch` has decoded the body that it got. */
const ENCODING_HEADERS = ['content-encoding', 'content-length'];

/** Turns what a user's handler responded into what the server writes. */
export function toServedResponse(response: Response, request: ServerRequest, world: World): ServedResult {
  if (response.type === 'error') return 'aborted';
  const { status, statusText } = response;
  const hasBody = request.method !== 'HEAD' && response.body !== null;
  if (!hasBody) void response.body?.cancel();
  return {
    status,
    ...(statusText !== '' && { statusText }),
    headers: headersOf(response, request, world),
    body: hasBody ? (response.body as ReadableStream<Uint8Array>) : undefined,
    keyAlias: undefined,
  };
}

function headersOf(response: Response, request: ServerRequest, world: World): Record<string, string | string[]> {
  const isFetched = response.url !== '';
  const dropped = ['set-cookie', ...CONNECTION_HEADERS, ...(isFetched ? ENCODING_HEADERS : [])];
  const headers = new Headers({ Date: formatHttpDate(world.clock.now()), ...(world.cors ? corsHeaders(request) : {}) });
  for (const [name, value] of response.headers) {
    if (name === 'vary') headers.append(name, value);
    else if (!dropped.includes(name)) headers.set(name, value);
  }
  const cookies = response.headers.getSetCookie();
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) };
}
