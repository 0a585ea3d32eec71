import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { serveFake, TOKEN } from '../../../tests/serve-fake.js';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import { adminOperations } from '../../admin/operations.js';
import { mcp } from './mcp-command.js';
import type { McpFlags } from './mcp-options.js';

/** Runs the command with an agent's client at its streams. */
async function start(flags: McpFlags = {}, variables: Record<string, string> = {}) {
  const printed = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const terminal = { stdout: sink('stdout'), stderr: sink('stderr'), folder: await temporaryFolder(), variables };
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { signal } = new AbortController();
  const ended = mcp({ flags, version: '1.2.3', stdin, stdout, signal }, terminal);
  const client = new Client({ name: 'agent', version: '1' });
  onTestFinished(async () => {
    // A request without a response is cancelled after a minute otherwise, with a message to a stream that has ended.
    await client.close();
    stdin.end();
  });
  // Lines of JSON in both directions: a client's end works like a server's.
  await Promise.race([client.connect(new StdioServerTransport(stdout, stdin)), ended]);
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: input });
    const texts = (content as { text: string }[]).map(({ text }) => text);
    return { texts, text: texts.join('\n'), isError, data: structuredContent as Record<string, unknown> };
  };
  return { client, call, printed, stdin, ended };
}

async function startWithFake(flags: McpFlags = {}) {
  const started = await start(flags);
  const { baseUrl } = (await started.call('getHealth')).data;
  const ask = (key = 'test_free') =>
    fetch(`${baseUrl}/inventory`, { headers: { Authorization: `Bearer ${key}` } }).then(({ status }) => status);
  return { ...started, baseUrl, ask };
}

test('has a tool for every operation except the stream of events', async () => {
  const { client } = await start();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(adminOperations).filter((id) => id !== 'watchEvents'));
  const hintsOf = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
  expect(hintsOf('listRequests')).toMatchObject({ readOnlyHint: true });
  expect(hintsOf('setLimit')).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  for (const name of ['reset', 'seed', 'clearFaults', 'deleteWorld', 'deleteKey', 'restoreSnapshot']) {
    expect(hintsOf(name), name).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  }
});

test('describes path, query, world and body as one input', async () => {
  const { tools } = await (await start()).client.listTools();
  const schemaOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema;
  expect(schemaOf('setStock')).toMatchObject({ required: ['petId'], additionalProperties: false });
  expect(Object.keys(schemaOf('setStock')?.properties ?? {})).toEqual(['petId', 'world', 'quantity', 'status']);
  expect(schemaOf('putSnapshot')).toMatchObject({ required: ['name', 'state'] });
  expect(schemaOf('changeBehaviour')).toMatchObject({ additionalProperties: true });
});

test('tells the agent the base URL of the fake that it starts', async () => {
  const { client, baseUrl, printed } = await startWithFake();
  expect(client.getInstructions()).toContain(`${baseUrl}`);
  expect(printed.stdout).toBe('');
  expect(printed.stderr).toContain(`${baseUrl}`);
});

test('seeds, limits, fails and inspects the fake', async () => {
  const { call, ask } = await startWithFake();
  expect((await call('seed', { pets: 3, seed: 7 })).data).toMatchObject({ pets: 3 });
  expect((await call('listStock', { limit: 2 })).data).toMatchObject({ total: 3, items: [{}, {}] });
  expect((await call('setStock', { petId: '1', quantity: 0, status: 'sold' })).data).toMatchObject({ quantity: 0 });
  await call('setLimit', { key: 'test_free', remaining: 0 });
  expect(await ask()).toBe(429);
  await call('advanceClock', { by: '61s' });
  expect(await ask()).toBe(200);
  await call('addFault', { operation: 'listInventory', status: 503, count: 1 });
  expect(await ask('test_pro')).toBe(503);
  const { data, text } = await call('listRequests', { order: 'oldest' });
  expect(data.items).toMatchObject([{ status: 429 }, { status: 200 }, { status: 503 }]);
  expect(JSON.parse(text)).toEqual(data);
});

test('changes the world that is named', async () => {
  const { call, ask } = await startWithFake();
  const { key, world } = (await call('mintKey', { isolated: true })).data;
  await call('addFault', { world, status: 500 });
  expect([await ask(String(key)), await ask()]).toEqual([500, 200]);
});

test.each([
  ['setLimit', { key: 'test_free', remaining: -1 }, /^POST \/__admin\/limits: \/remaining .* Try \{"key":"test_free"/],
  ['listRequests', { stauts: '429' }, /^requests\.list.* no such field .*\bstatus\b/],
  ['removeFault', {}, /^DELETE \/__admin\/faults\/\{id\}: id is missing/],
  ['getState', { world: 'w99' }, /^Unknown world\./],
  ['setLimits', {}, /no such tool\. List the tools/],
])('explains what is wrong with %s %j', async (name, input, message) => {
  const { text, isError } = await (await start()).call(name, input);
  expect(isError).toBe(true);
  expect(text).toMatch(message);
});

test('cuts a long result and says so', async () => {
  const { call } = await start({ pets: 1000 });
  const { texts, data } = await call('listStock', { limit: 1000 });
  expect(texts.map((text) => text.length)).toEqual([40_000, expect.any(Number)]);
  expect(texts[1]).toMatch(/^Cut: these are the first 40000 of \d+ characters\. Ask for less/);
  expect(data).toBeUndefined();
});

test('shows its token in no result', async () => {
  const { call, ask } = await startWithFake({ adminToken: 'secret-admin-token' });
  await ask('secret-admin-token');
  const reads = ['getHealth', 'getState', 'listKeys', 'listRequests', 'exportRequests', 'getRequest'];
  const results = await Promise.all(reads.map((name) => call(name, name === 'getRequest' ? { number: 1 } : {})));
  expect(results.map(({ isError }) => isError)).not.toContain(true);
  expect(JSON.stringify(results)).not.toContain('secret-admin-token');
});

test('controls a fake that runs already', async () => {
  const fake = await serveFake();
  onTestFinished(() => fake.close());
  const { client, call, printed } = await start({ url: `${fake.origin}/v1` }, { PETSTORE_ADMIN_TOKEN: TOKEN });
  expect(client.getInstructions()).toContain(fake.origin);
  await call('seed', { pets: 2 });
  expect(await fake.admin.state()).toMatchObject({ pets: 2 });
  expect(printed).toEqual({ stdout: '', stderr: '' });
});

test('explains a wrong token, and a fake that does not run', async () => {
  const fake = await serveFake();
  const { call } = await start({ url: fake.origin, adminToken: 'another-token' });
  expect(await call('getState')).toMatchObject({ isError: true, text: expect.stringContaining('admin token') });
  await fake.close();
  const { text, isError } = await call('getState');
  expect(isError).toBe(true);
  expect(text).toMatch(/^No response of petstore-mock from http:.*petstore-mock serve/);
});

const pathOf = (part: string) =>
  fileURLToPath(new URL(`../../../tests/certificates/localhost.${part}.pem`, import.meta.url));

test('explains a certificate that Node does not trust', async () => {
  const { call } = await start({}, { PETSTORE_TLS_CERT: pathOf('cert'), PETSTORE_TLS_KEY: pathOf('key') });
  const { text, isError } = await call('getState');
  expect(isError).toBe(true);
  expect(text).toMatch(/^No response of petstore-mock from https:.*NODE_EXTRA_CA_CERTS=/);
});

test.each([
  [{}, 'Reading PETSTORE_ADMIN_TOKEN: the variable is not set'],
  [{ adminToken: 'local-admin', pets: 3 }, '--pets is for a fake that is started here'],
])('--url with %j is invalid', async (flags, message) => {
  await expect(start({ url: 'http://127.0.0.1:4290', ...flags })).rejects.toThrow(message);
});

test('ends, and stops its fake, when stdin is closed', async () => {
  const { stdin, ended, ask } = await startWithFake();
  stdin.end();
  expect(await ended).toBe(0);
  await expect(ask()).rejects.toThrow('fetch failed');
});
