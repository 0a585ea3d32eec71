import { writeJson } from '../../json/write-json.js';
import { InputError } from '../../validation/input-error.js';
import { type AdminOperationId, adminOperations } from '../operations.js';
import { pathParameters } from '../parameters.js';
import { AdminError } from './admin-error.js';
import type { AdminClientOptions } from './client-options.js';

/** What a call carries. Values of the query that are undefined are left out. */
interface CallParts {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

export interface Caller {
  /** Answers the JSON of an answer. Rejects with an AdminError, and with an InputError for what no path can hold. */
  json<Answer>(id: AdminOperationId, parts?: CallParts): Promise<Answer>;
  /** Answers the body of a good answer as a stream. Rejects with an AdminError. */
  stream(id: AdminOperationId, parts?: CallParts): Promise<ReadableStream<Uint8Array>>;
}

/** Makes what sends the calls of one world. */
export function createCaller({ url, token, world, fetch }: Required<AdminClientOptions>): Caller {
  const send = async (id: AdminOperationId, { path = {}, query = {}, body, signal }: CallParts) => {
    const { method, path: template, isOfWorld } = adminOperations[id];
    const filled = template.replace(/\{(\w+)\}/g, (_, name: keyof typeof pathParameters) =>
      segmentOf(`${method} /__admin${template}`, name, path[name]),
    );
    // The query stays out of every message: a key may stand in it.
    const what = `${method} ${url}/__admin${filled}`;
    const init: RequestInit = {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: writeJson(body) }),
      ...(signal === undefined ? {} : { signal }),
      // Cookies of a page on the same host are no business of the fake.
      credentials: 'omit',
    };
    const asked = queryText({ ...query, world: isOfWorld && world !== 'shared' ? world : undefined });
    const response = await fetch(`${url}/__admin${filled}${asked}`, init).catch((error: unknown) => {
      throw noAnswer(what, url, error);
    });
    if (!response.ok) throw await refusal(what, url, response);
    return { response, what };
  };

  return {
    async json<Answer>(id: AdminOperationId, parts: CallParts = {}) {
      const { response, what } = await send(id, parts);
      const value = await readJson(response);
      if (value === undefined) throw strange(what, url, response.status);
      return value as Answer;
    },
    async stream(id, parts = {}) {
      const { response, what } = await send(id, parts);
      if (response.body === null) throw strange(what, url, response.status);
      return response.body;
    },
  };
}

/** Without its last segment, or with dots for it, a path is that of another operation. */
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

async function refusal(what: string, url: string, response: Response): Promise<AdminError> {
  const { message, code } = ((await readJson(response)) ?? {}) as { message?: unknown; code?: unknown };
  if (typeof message !== 'string') return strange(what, url, response.status);
  return new AdminError(message, response.status, typeof code === 'string' ? code : undefined);
}

/** Answers undefined for what is no JSON object. */
async function readJson(response: Response): Promise<object | undefined> {
  try {
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function strange(what: string, url: string, status: number): AdminError {
  const problem = `the answer (${status}) is none of petstore-mock`;
  return new AdminError(
    `${what}: ${problem}. Give createAdminClient the url that petstore-mock serve prints, if it is not ${url}.`,
    status,
  );
}

function noAnswer(what: string, url: string, error: unknown): AdminError {
  const reason = reasonOf(error);
  const remedy = `Start the server with npx petstore-mock serve, or give createAdminClient the url that it prints, if it is not ${url}.`;
  return new AdminError(`${what}: no answer came${reason === undefined ? '' : ` (${reason})`}. ${remedy}`);
}

/** What the system calls it, such as ECONNREFUSED: Node hides that in the cause of “fetch failed”, and browsers do not tell. */
function reasonOf(error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  return [cause?.code, cause?.message].find((word) => typeof word === 'string' && word !== '') as string | undefined;
}
