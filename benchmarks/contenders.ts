import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask } from './http-client.js';
import { programPath } from './programs.js';
import { type RunningServer, startServer } from './running-server.js';

export type ContenderName = 'petstore-mock' | 'floor' | 'hand-written';

/** One server with one number of pets. */
export interface Contender {
  readonly name: ContenderName;
  readonly petCount: number;
  readonly petIds: readonly number[];
  readonly server: RunningServer;
}

const cli = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/** How the product is started: its log and its notes on open questions off, its quota out of the way. */
export async function productArguments(petCount: number, workFolder: string): Promise<string[]> {
  const behaviour = join(workFolder, 'behaviour.json');
  const limit = 1_000_000_000;
  await writeFile(behaviour, JSON.stringify({ 'enterprise-limits': { perMinute: limit, perDay: limit } }));
  const flags = ['--port', '0', '--pets', String(petCount), '--log', 'off', '--no-assumed', '--behaviour', behaviour];
  return [cli, 'serve', ...flags];
}

/** Starts the three servers. The product's own list becomes the stock of the other two. */
export async function startContenders(petCount: number, workFolder: string): Promise<Contender[]> {
  const product = await startServer(await productArguments(petCount, workFolder));
  const { body } = await ask(`${product.url}/inventory`);
  const petFile = join(workFolder, `pets-${petCount}.json`);
  await writeFile(petFile, body);
  const petIds = (JSON.parse(body) as { petId: number }[]).map(({ petId }) => petId);
  const floor = await startServer([programPath('floor-server'), petFile]);
  const handWritten = await startServer([programPath('hand-written-server'), petFile]);
  return [
    { name: 'petstore-mock', petCount, petIds, server: product },
    { name: 'floor', petCount, petIds, server: floor },
    { name: 'hand-written', petCount, petIds, server: handWritten },
  ];
}
