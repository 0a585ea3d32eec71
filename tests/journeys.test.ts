import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAdminClient } from '../src/admin/client/create-admin-client.js';
import { readHar } from '../src/exchange/read-har.js';
import { createService } from './conformant-service/create-service.js';
import { serveService } from './conformant-service/serve-service.js';
import { GOOD_KEY } from './conformant-service/service.js';
import { temporaryFolder } from './temporary-file.js';

/** What users run: the bundle. */
const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

beforeAll(() => {
  if (!existsSync(main)) throw new Error('There is no bundle to test: run npm run build first.');
});

/** Starts a command in an empty folder, without the variables of whoever runs the tests. */
async function start(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const folder = await temporaryFolder();
  const env = { PATH: process.env.PATH, XDG_STATE_HOME: folder, ...variables };
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (printed.stdout += chunk));
  child.stderr.on('data', (chunk) => (printed.stderr += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code, ...printed }));
  return { folder, child, printed, ended };
}

const run = async (args: readonly string[], variables?: NodeJS.ProcessEnv) => (await start(args, variables)).ended;

/** Starts `serve` or `proxy`, and waits for its banner. */
async function startServer(command: string, ...flags: readonly string[]) {
  const started = await start([command, '--port', '0', '--admin-token', 'a-token', ...flags]);
  const { child, printed, ended } = started;
  while (!printed.stdout.includes('/__admin')) await Promise.race([once(child.stdout, 'data'), ended]);
  const [, url = ''] = /URL +(\S+)/.exec(printed.stdout) ?? [];
  const call = (method: string, path: string, key?: string, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(key !== undefined && { Authorization: `Bearer ${key}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const interrupt = () => {
    child.kill('SIGINT');
    return ended;
  };
  const admin = createAdminClient({ url: new URL(url).origin, token: 'a-token' });
  return { ...started, url, call, interrupt, admin };
}

/** Its quota lets a run of all probes pass without a wait. */
async function serveConformant(): Promise<string> {
  const quota = { perMinute: 1_000, perDay: 100_000 };
  const service = await serveService(createService({ plan: 'business', quota }), 0);
  onTestFinished(() => service.close());
  return `${service.origin}/v1`;
}

test('an app sells a pet, is limited until the clock is advanced, and finds the sale after a restart', async () => {
  const state = join(await temporaryFolder(), 'shop.json');
  const { call, admin, interrupt } = await startServer('serve', '--state', state);
  expect((await call('GET', '/inventory')).status).toBe(401);
  expect((await call('PATCH', '/inventory/1', 'test_free', { quantity: 4711 })).status).toBe(200);
  expect((await call('PATCH', '/inventory/999', 'test_free', { quantity: 1 })).status).toBe(404);
  for (let rest = 58; rest > 0; rest--) await (await call('GET', '/inventory', 'test_free')).text();
  const limited = await call('GET', '/inventory', 'test_free');
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  await admin.clock.advance({ by: '1m' });
  expect((await call('GET', '/inventory', 'test_free')).status).toBe(200);
  expect(await interrupt()).toMatchObject({ code: 0, stderr: '' });

  const again = await startServer('serve', '--state', state);
  expect(await (await again.call('GET', '/inventory', 'test_free')).json()).toContainEqual(
    expect.objectContaining({ petId: 1, quantity: 4711 }),
  );
});

test('a check passes a conformant service, and finds what is wrong with a fake that has a fault', async () => {
  const conformant = await run(['check', await serveConformant(), '--level', 'write'], { PETSTORE_API_KEY: GOOD_KEY });
  expect(conformant).toMatchObject({ code: 0, stdout: expect.stringContaining('No violations') });

  const { url, admin } = await startServer('serve');
  await admin.faults.add({ operation: 'listInventory', status: 500 });
  const checking = await start(['check', url, '--report', 'report'], { PETSTORE_API_KEY: 'test_business' });
  const broken = await checking.ended;
  expect(broken.stdout).toMatch(/rule +status\/documented/);
  expect(broken.code).toBe(1);
  expect(readdirSync(join(checking.folder, 'report'))).toEqual(
    expect.arrayContaining(['ctrf.json', 'junit.xml', 'report.html', 'report.json', 'transcript.har']),
  );
});

test('a fake that was learned does not differ from its service', async () => {
  const service = await serveConformant();
  const profile = join(await temporaryFolder(), 'profile.json');
  const keys = { PETSTORE_API_KEY: GOOD_KEY, PETSTORE_API_KEY_RIGHT: 'test_business' };
  expect(await run(['learn', service, '--output', profile, '--exclusive', '--level', 'write'], keys)).toMatchObject({
    code: 0,
  });
  const fake = await startServer('serve', '--profile', profile);
  const compared = await run(
    ['compare', profile, fake.url, '--ignore', 'latency', '--exclusive', '--level', 'write'],
    keys,
  );
  expect(compared.stdout).toContain('No difference in');
  expect(compared.code).toBe(0);
});

test('a proxy forwards, judges and records, and a check of the recording says the same', async () => {
  const { url: upstream, admin } = await startServer('serve');
  const har = join(await temporaryFolder(), 'traffic.har');
  const { call, interrupt } = await startServer(
    'proxy',
    '--upstream',
    upstream,
    '--har',
    har,
    '--fail-on',
    'violation',
  );
  expect((await call('GET', '/inventory', 'test_pro')).status).toBe(200);
  await admin.faults.add({ operation: 'listInventory', body: 'malformed' });
  expect((await call('GET', '/inventory', 'test_pro')).status).toBe(200);
  const { code, stdout } = await interrupt();
  const [, rule] = /✗ (\S+\/\S+)/.exec(stdout) ?? [];
  expect(rule).toBeDefined();
  expect(code).toBe(1);
  const text = readFileSync(har, 'utf8');
  expect(text).not.toContain('test_pro');
  expect(readHar(text, har).exchanges).toHaveLength(2);
  expect(await run(['check', '--from', har])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(`rule +${rule}`),
  });
});

test('lets an agent control a fake, and ends when its stdin is closed', async () => {
  const { child, printed, ended } = await start(['mcp']);
  const client = new Client({ name: 'agent', version: '1' });
  // Lines of JSON in both directions: a client's end works like a server's.
  await client.connect(new StdioServerTransport(child.stdout, child.stdin));
  await client.callTool({ name: 'addFault', arguments: { status: 503 } });
  const { structuredContent } = await client.callTool({ name: 'getHealth' });
  const { baseUrl } = structuredContent as { baseUrl: string };
  expect((await fetch(`${baseUrl}/inventory`)).status).toBe(503);
  child.stdin.end();
  expect(await ended).toMatchObject({ code: 0 });
  const messages = printed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages).toMatchObject([{ jsonrpc: '2.0' }, { jsonrpc: '2.0' }, { jsonrpc: '2.0' }]);
  expect(printed.stderr).toContain(baseUrl);
});
