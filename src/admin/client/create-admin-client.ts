import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { checkedFields, InputError } from '../../json/input-error.js';
import { readExactJson } from '../../json/json.js';
import { templateParameters } from '../../service/path-template.js';
import type { AdminEvent } from '../events.js';
import { type AdminOperation, type AdminOperationId, adminOperations } from '../operations.js';
import type { KeyOptions } from '../schemas/keys.js';
import type { AdminCalls, AdminClient, OwnWorld } from './admin-client.js';
import { type AdminClientOptions, AdminError, checkOptions, checkWorldId, sendCall } from './caller.js';

/** Creates a client that controls and observes a running server, from Node.js or a browser. Sends nothing yet. Throws an InputError for invalid options. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  return clientOf(checkOptions(options));
}

function clientOf(options: Required<AdminClientOptions>): AdminClient {
  const calls = callsOf(options);
  const client: AdminClient = {
    ...calls,
    url: options.url,
    worldId: options.world,
    world: (id) => clientOf({ ...options, world: checkWorldId(id) }),
    worlds: { ...calls.worlds, open: (terms = {}) => openWorld(client, terms) },
    events: (signal) => readEvents(options, signal),
  };
  return client;
}

type Fields = Readonly<Record<string, unknown>>;

/** Creates a method for each operation of the table, in groups by the dots of their names. */
function callsOf(options: Required<AdminClientOptions>): AdminCalls {
  const calls: Record<string, unknown> = {};
  for (const [id, operation] of Object.entries(adminOperations)) {
    const call = async (input: Fields = {}) => {
      const response: { readonly count?: number } = await callById(options, id as AdminOperationId, input);
      if (operation.response === 'Done') return undefined;
      return operation.response === 'RequestCount' ? response.count : response;
    };
    const [group = '', method] = operation.call.split('.');
    calls[group] = method === undefined ? call : { ...(calls[group] as object), [method]: call };
  }
  return calls as AdminCalls;
}

/** Carries out an operation, given the argument of its method. Returns the JSON of the response. Rejects as the methods do. */
export async function callById(
  options: Required<AdminClientOptions>,
  id: AdminOperationId,
  input: Fields,
): Promise<object> {
  return sendCall(options, id, partsOf(adminOperations[id], input));
}

/** Divides the argument of a call into the parameters of the path and the query and the fields of the body. */
function partsOf({ call, path: template, query: queryNames, body }: AdminOperation, input: Fields) {
  const attempted = `${call}(…)`;
  if (body === undefined) {
    checkedFields(attempted, 'the argument', input, [...templateParameters(template), ...queryNames], '{}');
  } else if (typeof input !== 'object' || input === null) {
    throw new InputError(attempted, 'the argument is not an object', `Try ${JSON.stringify(body.example)}.`);
  }
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const isInPath = template.includes(`{${name}}`);
    const part = isInPath ? path : (queryNames as readonly string[]).includes(name) ? query : rest;
    part[name] =
      part === path ? exactText(attempted, name, value) : name === 'to' ? momentText(attempted, value) : value;
  }
  const { document } = body ?? {};
  const sent = document === undefined ? rest : rest[document];
  return { path: path as Record<string, string>, query, ...(body !== undefined && { body: sent as object | string }) };
}

/** Doubles round integers beyond 2^53. */
function exactText(attempted: string, name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const remedy = "Pass a string, such as '9007199254740993', or a bigint.";
  throw new InputError(attempted, `the number ${value} is not an exact ${name}`, remedy);
}

/** JSON has no dates. */
function momentText(attempted: string, value: unknown): string {
  if (typeof value === 'string') return value;
  const ms = Number(value);
  if (!Number.isNaN(ms)) return new Date(ms).toISOString();
  throw new InputError(attempted, 'the time is neither a string nor a valid Date', "Try '2027-12-31T00:00:00Z'.");
}

/** Yields the events of a world until the server ends the stream or the signal aborts. Throws an AdminError if the connection fails. */
async function* readEvents(
  options: Required<AdminClientOptions>,
  signal: AbortSignal | undefined,
): AsyncGenerator<AdminEvent, void> {
  const isAborted = () => signal?.aborted === true;
  if (isAborted()) return;
  let reader: ReadableStreamDefaultReader<EventSourceMessage> | undefined;
  try {
    const stream = (await sendCall(options, 'watchEvents', { signal })) as ReadableStream<Uint8Array<ArrayBuffer>>;
    reader = stream.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || isAborted()) return;
      yield { name: value.event, data: readExactJson(value.data) } as AdminEvent;
    }
  } catch (error) {
    if (isAborted()) return;
    if (error instanceof AdminError) throw error;
    throw new AdminError(
      'Watching events: the connection failed. Call events() again: each stream starts with the current state.',
    );
  } finally {
    // Closes the connection of a reader that stops early.
    await reader?.cancel().catch(() => {});
  }
}

/** Creates a key with an isolated world and returns a client for that world. Rejects with an AdminError. */
async function openWorld(client: AdminClient, terms: KeyOptions): Promise<OwnWorld> {
  const { key, world } = await client.world('shared').keys.mint({ ...terms, isolated: true });
  const drop = async () => {
    try {
      await client.worlds.delete({ id: world });
    } catch (error) {
      if (!(error instanceof AdminError && error.code === 'not_found')) throw error;
    }
  };
  return { ...client.world(world), key, drop, [Symbol.asyncDispose]: drop };
}
