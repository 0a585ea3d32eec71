import { checkedFields, InputError } from '../../json/input-error.js';
import { readExactJson, writeJson } from '../../json/json.js';
import { parseUrl } from '../../json/parse-url.js';
import { fillTemplate } from '../../service/path-template.js';
import { type AdminOperationId, adminOperations, pathParameters } from '../operations.js';

/** The parts of a call. Undefined query values are left out. */
interface CallOptions {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  /** Text is sent unchanged. */
  readonly body?: object | string;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the JSON of the response, or the stream of `watchEvents`. Rejects with an AdminError, or an InputError for an invalid path parameter. */
export async function sendCall(
  { url, token, world, fetch }: Required<AdminClientOptions>,
  id: AdminOperationId,
  { path = {}, query = {}, body, signal }: CallOptions,
): Promise<object> {
  const { method, path: template, isOfWorld, response: kind } = adminOperations[id];
  const filled = fillTemplate(template, (name) => {
    const attempted = `${method} /__admin${template}`;
    return segmentOf(attempted, name as keyof typeof pathParameters, path[name]);
  });
  // Messages do not contain the query, which may contain a key.
  const what = `${method} ${url}/__admin${filled}`;
  const init: RequestInit = {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : writeJson(body) }),
    ...(signal !== undefined && { signal }),
    // Cookies of a page on the same host do not belong to the fake.
    credentials: 'omit',
  };
  const asked = queryText({ ...query, world: isOfWorld && world !== 'shared' ? world : undefined });
  const response = await fetch(`${url}/__admin${filled}${asked}`, init).catch((error: unknown) => {
    throw noResponse(what, url, error);
  });
  if (!response.ok) throw await adminErrorFrom(what, url, response);
  const result = kind === 'events' ? response.body : await readJson(response);
  return result ?? Promise.reject(unexpectedResponse(what, url, response.status));
}

/** An empty segment, or one of dots, would address another operation. */
function segmentOf(attempted: string, name: keyof typeof pathParameters, value: string | number = ''): string {
  if (!/^\.{0,2}$/.test(String(value))) return encodeURIComponent(value);
  const problem = value === '' ? `${name} is missing` : `${name} cannot be dots alone`;
  throw new InputError(attempted, problem, `Try ${pathParameters[name].example}.`);
}

function queryText(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

async function adminErrorFrom(what: string, url: string, response: Response): Promise<AdminError> {
  const { message, code } = ((await readJson(response)) ?? {}) as { message?: unknown; code?: unknown };
  if (typeof message !== 'string') return unexpectedResponse(what, url, response.status);
  return new AdminError(message, response.status, typeof code === 'string' ? code : undefined);
}

/** Returns undefined if the body is not a JSON object. */
async function readJson(response: Response): Promise<object | undefined> {
  try {
    const value = readExactJson(await response.text());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function unexpectedResponse(what: string, url: string, status: number): AdminError {
  const problem = `the response (${status}) does not come from petstore-mock`;
  return new AdminError(
    `${what}: ${problem}. Pass createAdminClient the URL that petstore-mock serve prints, if it is not ${url}.`,
    status,
  );
}

function noResponse(what: string, url: string, error: unknown): AdminError {
  const reason = reasonOf(error);
  const remedy = `Start the server with npx petstore-mock serve, or pass createAdminClient the URL that it prints, if it is not ${url}.`;
  return new AdminError(`${what}: no response${reason === undefined ? '' : ` (${reason})`}. ${remedy}`);
}

/** Returns the system's error code, such as ECONNREFUSED, from the cause of “fetch failed”. Browsers have none. */
function reasonOf(error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  return [cause?.code, cause?.message].find((word) => typeof word === 'string' && word !== '') as string | undefined;
}

/** Options of the admin client. */
export interface AdminClientOptions {
  /** The origin of the server, or any URL below it, such as the base URL that it prints. */
  readonly url: string;
  /** The admin token that the server was given or printed. */
  readonly token: string;
  /** The world that the calls concern; default `shared`. */
  readonly world?: string;
  /** Sends the requests; default the global `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch;
}

const ATTEMPTED = 'createAdminClient(…)';
const EXAMPLE = "{ url: 'http://127.0.0.1:4290', token: 'local-admin' }";

/** Returns the options with the URL before `/__admin`. Throws an InputError, which never quotes the token. */
export function checkOptions(options: AdminClientOptions): Required<AdminClientOptions> {
  checkedFields(ATTEMPTED, 'the options', options, ['url', 'token', 'world', 'fetch'], EXAMPLE);
  const { url, token, fetch = (...input) => globalThis.fetch(...input) } = options;
  return { url: checkUrl(url), token: checkToken(token), world: checkWorldId(options.world ?? 'shared'), fetch };
}

/** Throws an InputError for an invalid world id. */
export function checkWorldId(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id;
  return invalidOption('the world id is not a string', "Pass 'shared', or the id of an isolated world, such as 'w1'.");
}

function checkUrl(url: unknown): string {
  const parsed = typeof url === 'string' ? parseUrl(url) : undefined;
  const isPlain = /^https?:$/.test(parsed?.protocol ?? '') && parsed?.username === '' && parsed.password === '';
  if (parsed === undefined || !isPlain) {
    const problem = 'the url is missing, or is not an absolute URL of http or https without a user and a password';
    return invalidOption(problem, "Pass the server's URL, such as 'http://127.0.0.1:4290'.");
  }
  // A reverse proxy may add a path prefix; the path of the service's base URL is not one.
  const [before = ''] = parsed.pathname.split('/__admin');
  return parsed.origin + (before === parsed.pathname ? '' : before);
}

function checkToken(token: unknown): string {
  const remedy = 'Pass the token that the server prints at startup, or the one set with --admin-token.';
  // fetch would quote another one in its error.
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  return invalidOption('the token is missing, or is not visible ASCII text without spaces', remedy);
}

function invalidOption(problem: string, remedy: string): never {
  throw new InputError(ATTEMPTED, problem, remedy);
}

/** A failed call of the admin API. The message says what failed and what to do; it never contains the token. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  /** Status of the response; undefined without one. */
  readonly status: number | undefined;
  /** The error code of the response, such as `not_found`; undefined without one. */
  readonly code: string | undefined;

  constructor(message: string, status?: number, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
