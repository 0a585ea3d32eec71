import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { expect } from 'vitest';
import type { AdminClient } from '../../src/admin/client/admin-client.js';
import { createAdminClient } from '../../src/admin/client/create-admin-client.js';

/** What users run: the bundle. */
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
export const TOKEN = 'Zutritt-4711-zum-Leitstand';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Replica {
  /** Base URL of the service. */
  readonly url: string;
  readonly origin: string;
  readonly admin: AdminClient;
  /** Everything that it printed. */
  printed(): string;
  /** Sends a request as an app does: `ask('GET /inventory')`. */
  ask(line: string, key?: string, options?: { json?: object; headers?: Record<string, string> }): Promise<Answer>;
  isReady(): Promise<boolean>;
  signal(signal: NodeJS.Signals): void;
  /** Ends the process. */
  close(): Promise<void>;
}

/** Runs `petstore-mock serve` in a process. */
function serveProcess(args: readonly string[], env: Record<string, string> = {}) {
  if (!existsSync(main)) throw new Error('There is no bundle to test: run npm run build first.');
  const child: ChildProcess = spawn(process.execPath, [main, 'serve', '--port', '0', '--log', 'json', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let printed = '';
  const note = (text: unknown) => {
    printed += String(text);
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  return { child, printed: () => printed };
}

/** Runs a server that is not expected to start. Returns what it printed before it ended with exit code 2. */
export async function failToStart(env: Record<string, string>, ...args: readonly string[]): Promise<string> {
  const { child, printed } = serveProcess(['--admin-token', TOKEN, ...args], env);
  const [code] = await once(child, 'exit');
  expect(code, printed()).toBe(2);
  return printed();
}

/** Starts a server on a store, ready to serve. */
export async function startReplica(store: string, ...args: readonly string[]): Promise<Replica> {
  return startReplicaWith({}, '--store', store, ...args);
}

export async function startReplicaWith(env: Record<string, string>, ...args: readonly string[]): Promise<Replica> {
  const { child, printed } = serveProcess(['--admin-token', TOKEN, ...args], env);
  const listening = (async () => {
    if (child.stdout === null) throw new Error('There is no output.');
    for await (const line of createInterface(child.stdout)) {
      const entry = JSON.parse(line) as { msg: string; url: string };
      if (entry.msg === 'listening') return entry.url;
    }
    throw new Error(`It did not start: ${printed()}`);
  })();
  const url = await listening;
  const { origin } = new URL(url);
  const dispatcher = new Agent({ connections: 50, pipelining: 1 });
  const send: Replica['ask'] = async (line, key = 'test_enterprise', { json, headers = {} } = {}) => {
    const [method = '', path = ''] = line.split(' ');
    const response = await request(`${url}${path}`, {
      dispatcher,
      method: method as 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  };
  return {
    url,
    origin,
    admin: createAdminClient({ url, token: TOKEN }),
    printed,
    ask: send,
    async isReady() {
      const response = await fetch(`${origin}/readyz`);
      await response.text();
      return response.status === 200;
    },
    signal: (signal) => void child.kill(signal),
    async close() {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGKILL');
      await Promise.all([ended, dispatcher.destroy()]);
    },
  };
}

/** Asserts that all servers have the same state of a world, and returns its digest. */
export async function expectEqual(replicas: readonly Replica[], world?: string): Promise<string> {
  const digests = await Promise.all(
    replicas.map(async ({ admin }) => (await (world === undefined ? admin : admin.world(world)).digest()).digest),
  );
  expect(new Set(digests).size, digests.join(' ')).toBe(1);
  return digests[0] ?? '';
}
