// Long: the built proxy ends cleanly on every signal, and leaves no key.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startHttp } from '../../contract-tests/sending/servers-for-tests.js';
import { readHar } from '../../src/exchange/read-har.js';
import { temporaryFolder } from '../temporary-file.js';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Starts the built command. */
async function startBuilt(upstream: string, flags: readonly string[]) {
  const har = join(await temporaryFolder(), 'traffic.har');
  const args = [main, 'proxy', '--upstream', upstream, '--port', '0', '--har', har, ...flags];
  const env = { PATH: process.env.PATH };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  let complaint = '';
  child.stderr.on('data', (data) => {
    complaint += data;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${complaint}`)));
    child.stdout.on('data', (data) => {
      printed += data;
      const [, found] = /(?:URL\s+|"url":")(http:[^\s"]+)/.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const interrupt = async (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill(signal);
    const [code] = await once(child, 'close');
    return { code, printed };
  };
  return { url, har, interrupt };
}

test('finishes on Ctrl-C: the response in flight, the summary, the recording', async () => {
  let goOn = () => {};
  const upstream = await startHttp((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('[');
    goOn = () => response.end(']');
  });
  const { url, har, interrupt } = await startBuilt(`${upstream}/v1`, ['--fail-on', 'violation']);
  const answer = await fetch(`${url}/inventory`, { headers: { Authorization: 'Bearer k3y-of-a-customer' } });
  const ended = interrupt();
  goOn();
  expect(await answer.text()).toBe('[]');
  const { code, printed } = await ended;
  expect(code).toBe(1);
  expect(printed).toMatch(/✗ limits\/headers-present .*: 1 exchange, first #1/);
  expect(printed).toMatch(/GET \/v1\/inventory 200 \S+ ms 2 B key#1\n/);
  expect(readHar(readFileSync(har, 'utf8'), har).exchanges).toHaveLength(1);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves no key that became known last', async (signal) => {
  const upstream = await startHttp((_request, response) => response.end('[]'));
  const { url, har, interrupt } = await startBuilt(`${upstream}/v1`, []);
  await (await fetch(`${url}/inventory?note=k3y-of-a-customer`)).text();
  await expect.poll(() => readFileSync(`${har}.part`, 'utf8')).toContain('k3y-of-a-customer');
  await (await fetch(`${url}/inventory`, { headers: { Authorization: 'Bearer k3y-of-a-customer' } })).text();
  expect((await interrupt(signal)).code).toBe(0);
  const text = readFileSync(har, 'utf8');
  expect(text).not.toContain('k3y-of-a-customer');
  expect(readHar(text, har).exchanges).toHaveLength(2);
});
