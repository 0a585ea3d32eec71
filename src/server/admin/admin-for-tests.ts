import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { World } from '../../../mocks/world.js';
import type { WorldOptions } from '../../../mocks/world-options.js';
import { adminSchemas } from '../../admin/schemas.js';
import { readExactJson } from '../../json/json.js';
import type { ReadStore, ServedResponse, ServerRequest } from '../responder.js';
import { Worlds } from '../worlds/worlds.js';
import { type AdminSettings, createAdmin } from './admin.js';
import { findAdminOperation } from './read-call.js';

const ajv = new Ajv2020({ allowUnionTypes: true, formats: { 'date-time': isMoment, int64: true } });

function isMoment(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text;
}

interface AskOptions {
  /** Text and bytes are sent unchanged, everything else as JSON. */
  readonly body?: unknown;
  readonly contentType?: string | undefined;
  readonly signal?: AbortSignal;
}

/** A response; `json` is undefined without a body. */
interface JsonResponse<Json> extends Pick<ServedResponse, 'status' | 'headers' | 'body'> {
  readonly json: Json;
}

/** Opens the admin API of a shared world at noon, with three pets. */
export function openAdmin(
  options: WorldOptions = {},
  {
    upstream,
    readStore,
    ...context
  }: Partial<AdminSettings> & { readonly upstream?: string; readonly readStore?: ReadStore } = {},
) {
  const worlds = new Worlds({
    createWorld: (own, links) =>
      new World({ clock: '2026-11-21T12:00:00Z', pets: 3, onBug: failOnBug, ...options, ...own }, links),
    most: 3,
  });
  const closing = new AbortController();
  const admin = createAdmin({
    version: '1.2.3',
    uptimeSeconds: () => 7,
    mode:
      upstream === undefined ? { kind: 'fake', worlds, readStore } : { kind: 'proxy', upstream, source: worlds.shared },
    judgeManners: async () => [],
    judgeService: async () => [],
    closing: closing.signal,
    ...context,
  });
  /** Sends a request below `/__admin`, and checks that the response conforms to the contract, or to Error. */
  const ask = async <Json = unknown>(line: string, options: AskOptions = {}): Promise<JsonResponse<Json>> => {
    const { body, contentType, signal } = options;
    const request = requestOf(line, body, contentType, signal);
    const { status, headers, body: responded } = await admin(request);
    const json = (typeof responded === 'string' ? readExactJson(responded) : undefined) as Json;
    if (json !== undefined) expectConformance(request, status, JSON.parse(String(responded)));
    return { status, headers, body: responded, json };
  };
  return {
    admin,
    close: () => closing.abort(),
    worlds,
    ask,
    world: worlds.shared.world,
    steering: worlds.shared.steering,
  };
}

function requestOf(line: string, body: unknown, contentType: string | undefined, signal?: AbortSignal): ServerRequest {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query] = target.split('?');
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const type = contentType ?? (body === undefined ? undefined : 'application/json');
  const text = body === undefined ? '' : JSON.stringify(body);
  return {
    method,
    path: `/__admin${path}`,
    query: query === undefined ? '' : `?${query}`,
    target: `/__admin${target}`,
    headers: type === undefined ? [] : [['content-type', type]],
    body: body instanceof Uint8Array ? body : new TextEncoder().encode(isRaw ? String(body) : text),
    callerAddress: '127.0.0.1',
    signal: signal ?? new AbortController().signal,
  };
}

function expectConformance({ method, path }: ServerRequest, status: number, json: unknown): void {
  const { operation } = status < 400 ? findAdminOperation(method, path) : { operation: undefined };
  const response = operation?.response ?? 'Error';
  if (response === 'events') return;
  ajv.validate(adminSchemas[response], json);
  expect(ajv.errors ?? []).toEqual([]);
  if (operation === undefined) expect(json).toMatchObject({ status });
  else expect(status).toBe(operation.status);
}

function failOnBug(bug: unknown): never {
  throw bug;
}
