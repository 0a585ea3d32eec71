import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** The control room's token. */
const ADMIN_TOKEN = 'benchmark-admin';

/** How the product is started: as `serve` starts by default, except its log, its notes on open questions and its quota. */
export async function productArguments(petCount: number, workFolder: string): Promise<string[]> {
  const behaviour = join(workFolder, 'behaviour.json');
  const limit = 1_000_000_000;
  await writeFile(behaviour, JSON.stringify({ 'enterprise-limits': { perMinute: limit, perDay: limit } }));
  const flags = ['--port', '0', '--pets', String(petCount), '--log', 'off', '--behaviour', behaviour];
  return [cli, 'serve', ...flags, '--admin-token', ADMIN_TOKEN];
}

/** The sample key whose plan has no fixed quota, so that a behaviour can move the limit out of the way. */
export const benchmarkKey = 'test_enterprise';

interface Asked {
  readonly status: number;
  readonly body: string;
}

/** Sends one request over its own connection. */
export function ask(
  url: string,
  { method = 'GET', key = benchmarkKey, body }: { method?: string; key?: string; body?: string } = {},
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
    const asking = request(url, { method, headers, agent: false }, (response) => {
      text(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject);
    });
    asking.once('error', reject);
    asking.end(body);
  });
}

/** One request of a workload; without a body it is a GET. */
export interface PlannedRequest {
  readonly path: string;
  readonly body?: string;
}

export interface Workload {
  readonly id: 'list' | 'update' | 'alternate';
  readonly title: string;
  /** What one connection sends, over and over. */
  requests(petIds: readonly number[], connection: number): PlannedRequest[];
}

export const CONNECTIONS = 32;
const REQUESTS_PER_CONNECTION = 200;

const listRequest: PlannedRequest = { path: '/v1/inventory' };

export const workloads: readonly Workload[] = [
  {
    id: 'list',
    title: 'GET /inventory',
    requests: () => [listRequest],
  },
  {
    // The ids are spread over all pets.
    id: 'update',
    title: 'PATCH /inventory/{petId}',
    requests: spreadUpdates,
  },
  {
    // No list is like the one before.
    id: 'alternate',
    title: 'PATCH and GET in turn',
    requests: (petIds, connection) => spreadUpdates(petIds, connection).flatMap((update) => [update, listRequest]),
  },
];

/** Steps through the ids by the golden section: the same in every run, near to even, and no neighbour follows its neighbour. */
function spreadUpdates(petIds: readonly number[], connection: number): PlannedRequest[] {
  return Array.from({ length: REQUESTS_PER_CONNECTION }, (_, step) => {
    const turn = (connection * REQUESTS_PER_CONNECTION + step) * 0.618_033_988_749_895;
    const petId = petIds[Math.floor((turn % 1) * petIds.length)];
    return { path: `/v1/inventory/${petId}`, body: `{"quantity":${step % 100}}` };
  });
}
