import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask } from './http-client.js';
import { programPath } from './programs.js';
import { type RunningServer, startServer } from './running-server.js';
import type { Workload } from './workloads.js';

export const rivalNames = ['floor', 'fastify', 'hono', 'hand-written'] as const;
type RivalName = (typeof rivalNames)[number];
export type ContenderName = 'petstore-mock' | RivalName;

/** So many pets: who serves them besides the product, and what is measured with them. */
export interface Stock {
  readonly petCount: number;
  readonly rivals: readonly RivalName[];
  readonly workloads: readonly Workload['id'][];
}

/** One server with one number of pets. */
export interface Contender {
  readonly name: ContenderName;
  readonly petCount: number;
  readonly petIds: readonly number[];
  readonly workloads: Stock['workloads'];
  readonly server: RunningServer;
}

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** The control room's token. */
export const ADMIN_TOKEN = 'benchmark-admin';

/** How the product is started: as `serve` starts by default, except its log, its notes on open questions and its quota. */
export async function productArguments(petCount: number, workFolder: string): Promise<string[]> {
  const behaviour = join(workFolder, 'behaviour.json');
  const limit = 1_000_000_000;
  await writeFile(behaviour, JSON.stringify({ 'enterprise-limits': { perMinute: limit, perDay: limit } }));
  const flags = ['--port', '0', '--pets', String(petCount), '--log', 'off', '--no-assumed', '--behaviour', behaviour];
  return [cli, 'serve', ...flags, '--admin-token', ADMIN_TOKEN];
}

/** Starts the product and its rivals. The product's own list becomes their stock. */
export async function startContenders(
  { petCount, rivals, workloads }: Stock,
  workFolder: string,
): Promise<Contender[]> {
  const product = await startServer(await productArguments(petCount, workFolder));
  const { body } = await ask(`${product.url}/inventory`);
  const petFile = join(workFolder, `pets-${petCount}.json`);
  await writeFile(petFile, body);
  const petIds = (JSON.parse(body) as { petId: number }[]).map(({ petId }) => petId);
  const shared = { petCount, petIds, workloads };
  const contenders: Contender[] = [{ name: 'petstore-mock', ...shared, server: product }];
  for (const name of rivals) {
    contenders.push({ name, ...shared, server: await startServer([programPath(`${name}-server`), petFile]) });
  }
  return contenders;
}

/** Returns a new key with an isolated world. */
export async function mintIsolated({ url }: RunningServer): Promise<string> {
  const body = JSON.stringify({ plan: 'enterprise', isolated: true });
  const response = await ask(new URL('/__admin/keys', url).href, { method: 'POST', key: ADMIN_TOKEN, body });
  if (response.status !== 201) throw new Error(`A key with an isolated world: ${response.status} ${response.body}`);
  return (JSON.parse(response.body) as { key: string }).key;
}
