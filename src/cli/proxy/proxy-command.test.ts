import { readdirSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startHttp, startRaw } from '../../../contract-tests/sending/servers-for-tests.js';
import { serveFake } from '../../../tests/serve-fake.js';
import { temporaryFolder } from '../../../tests/temporary-file.js';
import type { RequestPage } from '../../admin/schemas/requests.js';
import { readHar } from '../../exchange/read-har.js';
import type { HttpServer } from '../../server/http-server.js';
import { parseOption } from '../options.js';
import { proxy } from './proxy-command.js';
import { type ProxyFlags, proxyOptions } from './proxy-options.js';

const KEY = 'k3y-of-a-customer-4711';

/** Runs the command; `end` presses Ctrl-C and returns the exit code. */
async function run(upstream: string, flags: ProxyFlags = {}, variables: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const out: string[] = [];
  const stop = new AbortController();
  const har = join(folder, 'traffic.har');
  let code: Promise<number> = Promise.resolve(-1);
  const server = await new Promise<HttpServer>((resolve, reject) => {
    code = proxy(
      { flags: { upstream, port: 0, har, ...flags }, version: '1.2.3', signal: stop.signal, onListening: resolve },
      {
        stdout: { write: (text) => out.push(text) },
        stderr: { write: (text) => out.push(text) },
        folder,
        variables,
      },
    );
    code.catch(reject);
  });
  const end = () => {
    stop.abort();
    return code;
  };
  onTestFinished(async () => void (await end()));
  const ask = async (path = '/v1/inventory', init: RequestInit = {}) => {
    const response = await fetch(`${server.origin}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${KEY}`, ...init.headers },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    ask,
    end,
    har,
    folder,
    origin: server.origin,
    text: () => out.join(''),
    recording: () => readHar(readFileSync(har, 'utf8'), har),
    unfinished: () => readHar(readFileSync(`${har}.part`, 'utf8'), har),
    /** Waits until the recording is complete with so many exchanges. */
    recorded: async (count: number) => {
      const isWritten = (text: string) => text.split('"_number":').length > count && text.endsWith('\n}\n');
      while (!isWritten(readFileSync(`${har}.part`, 'utf8'))) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const inventory = JSON.stringify([{ petId: 1, quantity: 2, status: 'available' }]);
const limits = () => ({
  'Content-Type': 'application/json',
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + 60),
});

test('finds no violation of the fake, and logs the exchanges', async () => {
  const fake = await serveFake({ keys: { [KEY]: 'free' } });
  onTestFinished(() => fake.close());
  const { ask, end, text, recording } = await run(`${fake.origin}/v1`);
  for (let sent = 0; sent < 3; sent++) expect((await ask()).status).toBe(200);
  expect((await ask('/v1/inventory', { headers: { Authorization: '' } })).status).toBe(401);
  expect(await end()).toBe(0);
  expect(text()).toMatch(/#1 GET \/v1\/inventory 200 (?:<1|\d+) ms \d+ B key#1 59 of 60 left\n/);
  expect(text()).toContain('4 exchanges with');
  expect(text()).toContain('No violations found.');
  expect(recording().exchanges.map(({ response }) => response?.status)).toEqual([200, 200, 200, 401]);
});

test('reports a violation with the sentence of the document, and fails with --fail-on', async () => {
  const upstream = await startHttp((_request, response) =>
    response.writeHead(200, { ...limits(), 'X-RateLimit-Remaining': '61' }).end(inventory),
  );
  const { ask, end, text } = await run(`${upstream}/v1`, { failOn: 'violation' });
  await ask();
  await ask();
  expect(await end()).toBe(1);
  expect(text().match(/✗ Remaining is more than Limit\n/g)).toHaveLength(1);
  expect(text()).toMatch(/✗ limits\/remaining-within-limit .*: 2 exchanges, first #1\n/);
});

test.each([
  ['gzip', gzipSync(inventory)],
  ['br', brotliCompressSync(inventory)],
])('records %s decoded', async (coding, body) => {
  const upstream = await startHttp((_request, response) =>
    response.writeHead(200, { ...limits(), 'Content-Encoding': coding }).end(body),
  );
  const { ask, end, recording } = await run(`${upstream}/v1`);
  expect((await ask()).text).toBe(inventory);
  await end();
  expect(recording().exchanges[0]?.response?.body).toEqual({ kind: 'text', text: inventory, isRedacted: false });
});

test('forwards a body over 1 MiB without recording it', async () => {
  const large = JSON.stringify('x'.repeat(2 ** 20));
  const upstream = await startHttp((request, response) => {
    request.resume().on('end', () => response.writeHead(200, limits()).end(large));
  });
  const { ask, end, recording, text } = await run(`${upstream}/v1`);
  expect((await ask('/v1/messages', { method: 'POST', body: large })).text).toBe(large);
  await end();
  expect(text()).toContain('(1 without a complete response)');
  const [exchange] = recording().exchanges;
  expect(exchange?.response?.body).toEqual({ kind: 'missing', why: 'larger than 1 MiB' });
  expect(exchange?.request).toMatchObject({ body: undefined, isBodyMissing: true });
});

test('shows no key, wherever it occurs', async () => {
  const upstream = await startHttp((request, response) => {
    response
      .writeHead(400, limits())
      .end(JSON.stringify({ code: 'x', message: `no ${KEY} ${request.url}`, status: 400 }));
  });
  const { ask, end, har, text } = await run(`${upstream}/v1`, { log: 'json' });
  await ask(`/v1/${KEY}/inventory?api_key=${KEY}`);
  await end();
  expect(text()).toContain('"path":"/v1/key#1/inventory"');
  expect(text() + readFileSync(har, 'utf8')).not.toContain(KEY);
});

test.each(['1', '1000', 'available', '"quantity":', '{', '"petId":1,'])(
  'is not blinded by a request with the key %s',
  async (key) => {
    let sent = 0;
    const upstream = await startHttp((request, response) => {
      const isStranger = request.headers.authorization === `Bearer ${key}`;
      const error = JSON.stringify({ code: 'unauthorized', message: 'Unknown key', status: 401 });
      response.writeHead(isStranger ? 401 : 200, { ...limits(), 'X-RateLimit-Remaining': String(59 - sent++) });
      response.end(isStranger ? error : sent === 3 ? inventory.replace('available', 'gone') : inventory);
    });
    const { ask, end, text } = await run(`${upstream}/v1`, { failOn: 'violation' });
    await ask('/v1/inventory', { headers: { Authorization: `Bearer ${key}` } });
    await ask();
    await ask();
    expect(await end()).toBe(1);
    expect(text()).toContain(' 401 ');
    expect(text().match(/✗ \S+ .*first #\d/g)).toEqual([
      expect.stringMatching(/inventory\/\S+ .*: 1 exchange, first #3/),
    ]);
  },
);

test('records while traffic passes, with the URLs of the upstream, in a file for its owner only', async () => {
  const upstream = await startHttp((_request, response) => response.writeHead(200, limits()).end(inventory));
  const { ask, end, har, recording, recorded, unfinished } = await run(`${upstream}/v1`);
  for (let sent = 1; sent <= 20; sent++) {
    await ask();
    // The file is valid though it is not finished.
    await recorded(sent);
    expect(unfinished().exchanges).toHaveLength(sent);
  }
  await end();
  expect(new Set(recording().exchanges.map(({ request }) => request.url))).toEqual(
    new Set([`${upstream}/v1/inventory`]),
  );
  expect([recording().exchanges.length, statSync(har).mode & 0o777]).toEqual([20, 0o600]);
});

test('does not replace a recording if it cannot start', async () => {
  const upstream = await startHttp((_request, response) => response.end());
  const { origin, har } = await run(`${upstream}/v1`);
  const sink = { write: () => true };
  const started = proxy(
    {
      flags: { upstream: `${upstream}/v1`, port: Number(new URL(origin).port), har, isOverwriting: true },
      version: '1.2.3',
      signal: AbortSignal.abort(),
    },
    { stdout: sink, stderr: sink, folder: '/', variables: {} },
  );
  await expect(started).rejects.toThrow('is already in use');
  expect(readHar(readFileSync(`${har}.part`, 'utf8'), har).exchanges).toEqual([]);
  expect(readdirSync(dirname(har))).toEqual(['traffic.har.part']);
});

test('does not judge its own responses', async () => {
  const { ask, end, text, recording } = await run('http://127.0.0.1:1/v1');
  expect((await ask()).status).toBe(502);
  expect(await end()).toBe(0);
  expect(text()).toContain('1 without a complete response');
  expect(recording().exchanges[0]).toMatchObject({ response: undefined, failure: expect.stringContaining('refused') });
});

test('does not judge the responses of a proxy behind it', async () => {
  const inner = await run('http://127.0.0.1:1/v1');
  const flags = { failOn: 'violation', adminToken: 'local-admin' } as const;
  const { ask, end, text, recording, recorded, har, origin } = await run(`${inner.origin}/v1`, flags);
  expect((await ask()).status).toBe(502);
  await recorded(1);
  const listed = await fetch(`${origin}/__admin/requests`, { headers: { Authorization: 'Bearer local-admin' } });
  expect(((await listed.json()) as RequestPage).items).toMatchObject([{ status: null }]);
  expect(await end()).toBe(3);
  const failure = `the petstore-mock proxy at ${inner.origin} got no response from http://127.0.0.1:1: `;
  expect(text()).toContain(failure);
  expect(text()).toContain('1 without a complete response');
  expect(recording().exchanges[0]).toMatchObject({ response: undefined, failure: expect.stringContaining(failure) });
  expect(readFileSync(har, 'utf8')).not.toContain(KEY);
});

test('does not pass with --fail-on if nothing could be judged', async () => {
  const { ask, end, text } = await run('http://127.0.0.1:1/v1', { failOn: 'violation' });
  await ask();
  expect(await end()).toBe(3);
  expect(text()).toContain('Nothing was judged: no response was complete.');
  const silent = await run('http://127.0.0.1:1/v1', { failOn: 'violation' });
  expect(await silent.end()).toBe(3);
  expect(silent.text()).toContain('Nothing was judged. Send requests to ');
});

test('reports who cut a response off and why: in the log, on the page and in the summary', async () => {
  let cutOff = () => {};
  const upstream = await startHttp((request, response) => {
    cutOff = () => request.socket.resetAndDestroy();
    if (request.url?.endsWith('/whole')) response.writeHead(200, limits()).end(inventory);
    else response.writeHead(200, { ...limits(), 'Content-Length': '99' }).write('[{"petId"');
  });
  const { ask, end, origin, text, recorded } = await run(`${upstream}/v1`, {
    failOn: 'violation',
    adminToken: 'local-admin',
  });
  const begin = async (path: string, signal?: AbortSignal) => {
    const { body } = await fetch(`${origin}${path}`, { ...(signal && { signal }) });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    return reader;
  };
  await ask('/v1/whole');
  await recorded(1);
  const cut = await begin('/v1/cut');
  cutOff();
  await expect(cut.read()).rejects.toThrow();
  await recorded(2);
  const leaving = new AbortController();
  await begin('/v1/left', leaving.signal);
  leaving.abort();
  await recorded(3);
  const headers = { Authorization: 'Bearer local-admin' };
  const admin = async (path: string) => (await fetch(`${origin}/__admin${path}`, { headers })).json();
  let lines: RequestPage['items'] = [];
  while (lines.length < 3) lines = ((await admin('/requests')) as RequestPage).items;
  expect(lines.map((line) => line.cut)).toEqual(['left', 'truncated', null]);
  expect(await admin('/requests/2')).toMatchObject({
    response: { missingBodyReason: expect.stringContaining('reset') },
  });
  expect(await end()).toBe(3);
  expect(text()).toMatch(/#2 GET \/v1\/cut 200 cut off (?:<1|\d+) ms 9 B .*the connection was reset \(ECONNRESET\)\n/);
  expect(text()).toMatch(/#3 GET \/v1\/left 200 (?:<1|\d+) ms 9 B .*\(client left\)\n/);
  expect(text()).toContain('(1 without a complete response, 1 abandoned by the client)');
});

test('says where to send requests if all were outside the base URL', async () => {
  const upstream = await startHttp((_request, response) => response.writeHead(404).end());
  const { ask, end, text, origin, recorded } = await run(`${upstream}/v1`, { failOn: 'violation' });
  await ask('/inventory');
  await recorded(1);
  expect(await end()).toBe(3);
  expect(text()).not.toContain('Error');
  expect(text()).toContain(`Nothing was judged. Send requests to ${origin}/v1, such as GET ${origin}/v1/inventory.`);
});

test('measures durations until the end of the service’s response everywhere', async () => {
  const upstream = await startHttp((_request, response) => response.writeHead(200, limits()).end(inventory));
  const { ask, end, origin, text, har, recorded } = await run(`${upstream}/v1`, {
    log: 'json',
    adminToken: 'local-admin',
  });
  await ask();
  await recorded(1);
  const headers = { Authorization: 'Bearer local-admin' };
  let line: RequestPage['items'][number] | undefined;
  while (line === undefined) {
    const page = await fetch(`${origin}/__admin/requests`, { headers });
    [line] = ((await page.json()) as RequestPage).items;
  }
  await end();
  const logged = text()
    .split('\n')
    .map((each) => (each === '' ? {} : JSON.parse(each)));
  const { time } = JSON.parse(readFileSync(har, 'utf8')).log.entries[0];
  expect([logged.find(({ exchange }) => exchange === 1).ms, line.delayMs]).toEqual([time, time]);
});

test('records relative to the folder that it was started in', async () => {
  const upstream = await startHttp((_request, response) => response.end());
  const { end, text, folder } = await run(`${upstream}/v1`, { har: 'relative.har' });
  await end();
  expect(readdirSync(folder)).toEqual(['relative.har']);
  expect(text()).toContain('0 exchanges in relative.har\n');
  expect(JSON.parse(readFileSync(join(folder, 'relative.har'), 'utf8')).log.entries).toEqual([]);
});

test('does not change responses', async () => {
  const upstream = await startHttp((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]'),
  );
  const { ask } = await run(`${upstream}/v1`);
  const names = [...(await ask()).headers.keys()];
  expect(names.filter((name) => /petstore|via/.test(name))).toEqual([]);
});

test('shows the exchanges and findings in its control room', async () => {
  const upstream = await startHttp((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(inventory),
  );
  const { ask, origin, recorded } = await run(`${upstream}/v1`, { adminToken: 'local-admin' });
  await ask();
  await recorded(1);
  const admin = async (path: string) => {
    const headers = { Authorization: 'Bearer local-admin' };
    return (await fetch(`${origin}/__admin${path}`, { headers })).json();
  };
  expect(await admin('/health')).toMatchObject({ mode: 'proxy', upstream: `${upstream}/v1` });
  expect(await admin('/requests/1')).toMatchObject({ request: { url: `${upstream}/v1/inventory` } });
  expect(JSON.stringify(await admin('/findings'))).toContain('"id":"limits/headers-present"');
  expect((await fetch(`${origin}/__admin/health`)).status).toBe(401);
});

/** Returns the response to a client that sends this Host. */
function askAs(origin: string, host: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    get(`${origin}/v1/inventory`, { headers: { host }, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    }).on('error', reject);
  });
}

test('rejects requests for an unknown host (DNS rebinding), with a suggested fix', async () => {
  let asked = 0;
  const upstream = await startHttp((_request, response) => {
    asked += 1;
    response.end();
  });
  const { origin, end, text: log } = await run(`${upstream}/v1`, { admin: false });
  const { status, text } = await askAs(origin, 'evil.test:4291');
  expect([status, JSON.parse(text)]).toEqual([
    403,
    {
      status: 403,
      code: 'proxy_misdirected',
      message: expect.stringContaining('start it with --allowed-host evil.test.'),
    },
  ]);
  expect((await askAs(origin, 'a b')).status).toBe(403);
  expect(asked).toBe(0);
  await end();
  expect(log()).toMatch(/ GET 403 rejected by the proxy: The proxy is only served as .*--allowed-host evil\.test\.\n/);
  expect(log()).toContain('0 exchanges with');
});

test('forwards requests for this machine, for an allowed host and for the upstream’s name', async () => {
  const upstream = await startHttp((_request, response) => response.end('passed'));
  const named = upstream.replace('127.0.0.1', 'localhost');
  const { origin } = await run(`${named}/v1`, { allowedHosts: ['staging.internal'] });
  for (const host of [
    'localhost:4291',
    '127.0.0.1',
    '[::1]:9',
    'app.localhost',
    'staging.internal',
    'staging.internal:80',
  ]) {
    expect([host, (await askAs(origin, host)).text]).toEqual([host, 'passed']);
  }
  // The names by which other machines reach this one are unknown.
  for (const host of ['0.0.0.0', '0']) {
    const open = await run(`${named}/v1`, { host, admin: false });
    const { port } = new URL(open.origin);
    expect([host, (await askAs(`http://127.0.0.1:${port}`, 'any.name')).text]).toEqual([host, 'passed']);
  }
});

test('forwards requests that name the upstream’s host', async () => {
  const { origin } = await run('http://petstore.invalid/v1');
  expect((await askAs(origin, 'petstore.invalid')).status).toBe(502);
});

test('removes a key from its recording that a response contained before a client sent it', async () => {
  const upstream = await startHttp((_request, response) =>
    response.writeHead(200, limits()).end(JSON.stringify({ minted: 'k3y-minted-4711' })),
  );
  const { ask, end, har } = await run(`${upstream}/v1`);
  await ask();
  await ask('/v1/inventory', { headers: { Authorization: 'Bearer k3y-minted-4711' } });
  await end();
  expect(readFileSync(har, 'utf8')).not.toContain('k3y-minted-4711');
  expect(readHar(readFileSync(har, 'utf8'), har).exchanges).toHaveLength(2);
});

test('reaches an https upstream through the proxy of the environment, and hides its credentials', async () => {
  const asked: string[] = [];
  const company = await startRaw((socket, received) => {
    asked.push(received);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const variables = { HTTPS_PROXY: company.replace('//', '//user:hunter2@') };
  const { ask, end, text, har } = await run('https://petstore.invalid/v1', { log: 'json' }, variables);
  expect((await ask()).status).toBe(502);
  await end();
  const login = Buffer.from('user:hunter2').toString('base64');
  expect(asked[0]).toContain(`Proxy-Authorization: Basic ${login}\r\n`);
  const shown = text() + readFileSync(har, 'utf8');
  expect(shown).toContain(`"through":"${new URL(company).host}"`);
  for (const secret of ['hunter2', login]) expect(shown).not.toContain(secret);
});

test('forwards requests under /__admin if there is no control room', async () => {
  const upstream = await startHttp((request, response) => response.end(request.url));
  const { ask } = await run(`${upstream}/v1`, { admin: false });
  expect((await ask('/__admin/health')).text).toBe('/__admin/health');
});

test.each([
  ['plan', 'gold', '"gold" is not one of free, pro, business, enterprise'],
  ['port', '65536', '"65536" is not a whole number from 0 to 65535'],
  ['upstream', 'http://u:s3cret@a.test/v1', 'the URL contains a user name or password'],
  ['adminToken', 's3cret word', 'the token is not a bearer token'],
  ['failOn', 'never', '"never" is not violation. Try --fail-on violation'],
] as const)('rejects --%s %s', (name, text, problem) => {
  const read = () => parseOption(proxyOptions[name], text);
  expect(read).toThrow(problem);
  expect(read).not.toThrow('s3cret');
});

test.each<[string, ProxyFlags, Record<string, string>]>([
  ['--upstream is missing', {}, {}],
  ['--upstream is the address of the proxy itself', { upstream: 'http://localhost:4291/v1' }, {}],
  [
    'Reading PETSTORE_ADMIN_TOKEN: the token is not a bearer token',
    { upstream: 'http://a.test/v1' },
    { PETSTORE_ADMIN_TOKEN: 's3cret word' },
  ],
])('rejects its command line: %s', async (problem, flags, variables) => {
  const sink = { write: () => true };
  const started = proxy(
    { flags, version: '1.2.3', signal: AbortSignal.abort() },
    { stdout: sink, stderr: sink, folder: '/', variables },
  );
  const message = await started.catch((error: Error) => error.message);
  expect(message).toContain(problem);
  expect(message).not.toContain('s3cret');
});
