// Long: no acknowledged update is lost when the server is killed at any moment.
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDraw } from '../../../contract-tests/draw.js';
import { parseState } from '../../../mocks/state/saved-state.js';
import { temporaryFile, temporaryFolder } from '../../../tests/temporary-file.js';

/** What users run: the bundle. */
const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

beforeAll(() => {
  if (!existsSync(main)) throw new Error('There is no bundle to test: run npm run build first.');
});

/** Starts a server in a process of its own. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--log', 'json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  child.stdout.resume();
  const { url } = JSON.parse(String(line)) as { url: string };
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { Authorization: 'Bearer test_enterprise', 'Content-Type': 'application/json' },
    });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await once(child, 'exit');
  };
  return { send, end };
}

type Server = Awaited<ReturnType<typeof start>>;

/** Counts a pet up, one update after the other, until the server is gone. Resolves once the first update is acknowledged. */
async function countUp({ send }: Server, petId: number, from: number) {
  const count = { from, last: from };
  const updates = new EventEmitter();
  const update = async (quantity: number) => {
    const response = await send(`/inventory/${petId}`, { method: 'PATCH', body: JSON.stringify({ quantity }) });
    await response.text();
    expect(response.status).toBe(200);
    count.last = quantity;
    updates.emit('update');
  };
  const goOn = async () => {
    for (let quantity = from + 1; ; quantity++) await update(quantity);
  };
  await update(from);
  // fetch rejects with a TypeError where the connection is gone.
  const ended = expect(goOn()).rejects.toThrow(TypeError);
  return { count, updates, ended };
}

type Stock = readonly { readonly quantity: number }[];

function stockIn(file: string): Stock {
  return JSON.parse(readFileSync(file, 'utf8')).stock;
}

/** Resolves as soon as the file shows a stock. */
function untilSaved(file: string, isMeant: (stock: Stock) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isMeant(stockIn(file))) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(dirname(file), check);
    onTestFinished(() => watcher.close());
    check();
  });
}

test('a file follows its server, and is valid at whatever moment that is killed', async () => {
  const state = join(await temporaryFolder(), 'shop.json');
  const limits = { 'enterprise-limits': { perMinute: 1_000_000, perDay: 1_000_000 } };
  const behaviour = await temporaryFile('behaviour.json', JSON.stringify(limits));
  const args = ['--state', state, '--pets', '5000', '--behaviour', behaviour];
  const draw = createDraw(20_261_121, 'kill');
  // More than any pet has at first.
  let next = [10_000, 20_000, 30_000];
  for (let round = 0; round < 5; round++) {
    const server = await start(...args);
    const counts = await Promise.all(next.map((from, index) => countUp(server, index + 1, from)));
    await untilSaved(state, (stock) => counts.every(({ count }, index) => (stock[index]?.quantity ?? 0) > count.from));
    const earlier = stockIn(state);
    for (let more = draw.integer(0, 300); more > 0; more--)
      await once(counts[0]?.updates ?? new EventEmitter(), 'update');
    await server.end('SIGKILL');
    await Promise.all(counts.map(({ ended }) => ended));
    parseState(readFileSync(state, 'utf8'), state);
    const saved = stockIn(state);

    const again = await start(...args);
    const stock = (await (await again.send('/inventory')).json()) as Stock;
    for (const [index, { count }] of counts.entries()) {
      expect(stock[index]?.quantity).toBe(saved[index]?.quantity);
      expect(stock[index]?.quantity).toBeGreaterThanOrEqual(earlier[index]?.quantity ?? Number.NaN);
      // The update that was on its way may have arrived.
      expect(stock[index]?.quantity).toBeLessThanOrEqual(count.last + 1);
    }
    next = counts.map(({ count }) => count.last + 2);
    expect(await again.end('SIGTERM')).toEqual([0, null]);
    expect(readdirSync(dirname(state))).toEqual(['shop.json']);
  }
});

test('every acknowledged update is in the file when a server has ended', async () => {
  const state = join(await temporaryFolder(), 'shop.json');
  for (const [index, signal] of (['SIGTERM', 'SIGINT', 'SIGHUP'] as const).entries()) {
    const { send, end } = await start('--state', state);
    const quantity = 4711 + index;
    await (await send('/inventory/1', { method: 'PATCH', body: JSON.stringify({ quantity }) })).text();
    expect(await end(signal)).toEqual([0, null]);
    expect(JSON.parse(readFileSync(state, 'utf8')).stock[0].quantity).toBe(quantity);
  }
});
