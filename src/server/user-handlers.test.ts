// Long: Node itself loads and reloads the modules of users, which vitest would load by its own means.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { World } from '../../mocks/world.js';
import { temporaryFile } from '../../tests/temporary-file.js';
import { InputError } from '../json/input-error.js';
import type { ServedResponse, ServerRequest } from './responder.js';
import { loadUserHandlers, toServedResponse } from './user-handlers.js';

const MSW = import.meta.resolve('msw');

function writeModule(code: string): Promise<string> {
  const imports = `import { http, HttpResponse, passthrough } from ${JSON.stringify(MSW)};`;
  return temporaryFile('handlers.mjs', `${imports}\n${code}`);
}

function request(fields: Partial<ServerRequest> = {}): ServerRequest {
  return {
    method: 'GET',
    path: '/v1/inventory',
    target: '/v1/inventory?page=2',
    headers: [['host', 'fake.test:4290']],
    body: new Uint8Array(0),
    callerAddress: '127.0.0.1',
    signal: new AbortController().signal,
    ...fields,
  };
}

async function respondWith(code: string, fields?: Partial<ServerRequest>): Promise<Response | undefined> {
  const handlers = await loadUserHandlers(await writeModule(code));
  return handlers.respond(request(fields));
}

test('passes a handler the whole request', async () => {
  const response = await respondWith(
    `export default [http.put('*/v1/inventory', async ({ request }) => HttpResponse.json({
      url: request.url, key: request.headers.get('x-key'), body: await request.text() }))];`,
    {
      method: 'PUT',
      headers: [
        ['host', 'fake.test:4290'],
        ['x-key', 'a'],
        ['x-key', 'b'],
      ],
      body: Buffer.from('hi'),
    },
  );
  expect(await response?.json()).toEqual({ url: 'http://fake.test:4290/v1/inventory?page=2', key: 'a, b', body: 'hi' });
});

test('asks only handlers for OPTIONS about a preflight', async () => {
  const all = `http.all('*', () => new HttpResponse(null, { status: 503 }))`;
  const respondTo = async (handlers: string) => {
    const loaded = await loadUserHandlers(await writeModule(`export default [${handlers}];`));
    return (await loaded.respond(request({ method: 'OPTIONS' }), true))?.status;
  };
  expect(await respondTo(all)).toBeUndefined();
  expect(await respondTo(`${all}, http.options('*', () => new HttpResponse(null, { status: 204 }))`)).toBe(204);
});

test.each([
  ['its default export', `export default [http.get('*', () => HttpResponse.text('mine'))];`],
  ['its export `handlers`', `export const handlers = [http.get('*', () => HttpResponse.text('mine'))];`],
  ['a relative URL', `export default [http.get('/v1/inventory', () => HttpResponse.text('mine'))];`],
  ['a Response that it throws', `export default [http.get('*', () => { throw HttpResponse.text('mine'); })];`],
])('responds with %s', async (_what, code) => {
  expect(await (await respondWith(code))?.text()).toBe('mine');
});

test.each([
  ['a handler for another path', `export default [http.get('*/elsewhere', () => HttpResponse.text('mine'))];`],
  ['a handler that returns nothing', `export default [http.get('*', () => undefined)];`],
  ['passthrough()', `export default [http.get('*', () => passthrough())];`],
  ['an empty list', `export default [];`],
])('leaves what %s does not handle to the fake', async (_what, code) => {
  expect(await respondWith(code)).toBeUndefined();
});

test('leaves requests that fetch cannot represent to the fake', async () => {
  const code = `export default [http.all('*', () => HttpResponse.text('mine'))];`;
  expect(await respondWith(code, { method: 'TRACE' })).toBeUndefined();
  expect(await respondWith(code, { method: 'PATCH', body: 'too-large' })).toBeUndefined();
  expect(await respondWith(code, { headers: [['host', 'no host']] })).toBeUndefined();
});

test('rethrows errors of a handler', async () => {
  await expect(respondWith(`export default [http.get('*', () => { throw new Error('mine'); })];`)).rejects.toThrow(
    'mine',
  );
});

test('reloads a changed file', async () => {
  const file = await writeModule(`export default [];`);
  expect((await loadUserHandlers(file)).count).toBe(0);
  await writeFile(file, `import { http } from ${JSON.stringify(MSW)}; export default [http.get('*', () => {})];`);
  expect((await loadUserHandlers(file)).count).toBe(1);
});

test('reloads a changed CommonJS file', async () => {
  const file = await temporaryFile('handlers.cjs', 'module.exports = [];');
  // In another process: vitest has its own module loader, and would not show what Node caches.
  const code = `
    import { writeFileSync } from 'node:fs';
    import { loadUserHandlers } from ${JSON.stringify(import.meta.resolve('./user-handlers.ts'))};
    const [file] = process.argv.slice(-1);
    const before = await loadUserHandlers(file);
    writeFileSync(file, 'module.exports = [{ run() {}, predicate() {} }];');
    process.stdout.write(String([before.count, (await loadUserHandlers(file)).count]));`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code, file];
  expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('0,1');
});

test.each([
  ['a missing file', '/nowhere/handlers.mjs', /the file does not exist/],
  ['a module with a syntax error', 'export default [', /unexpected|syntax/i],
  ['a module that throws', `throw new Error('not today');`, /not today/],
  ['a module without handlers', 'export const x = 1;', /neither its default export/],
  ['an array of other values', 'export default [() => {}];', /neither its default export/],
])('rejects %s and shows a valid one', async (_what, code, problem) => {
  const file = code.startsWith('/') ? code : await writeModule(code);
  const error = await loadUserHandlers(file).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(InputError);
  expect(String(error)).toContain(`Loading the handlers ${file}: `);
  expect(String(error)).toMatch(problem);
  expect(String(error)).toContain('export default [http.get(');
});

test('explains how to install msw if it is missing', async () => {
  const file = await writeModule('export default [];');
  vi.doMock('msw', () => {
    throw new Error('not found');
  });
  onTestFinished(() => void vi.doUnmock('msw'));
  await expect(loadUserHandlers(file)).rejects.toThrow('npm install --save-dev msw');
});

const world = (cors = true) => new World({ pets: 0, clock: '2026-11-21T12:00:00Z', cors });

const sent = (method: string, headers: ServerRequest['headers'] = []) => ({ method, headers }) as ServerRequest;

function servedFrom(response: Response, method = 'GET', cors?: boolean): ServedResponse {
  return toServedResponse(response, sent(method), world(cors)) as ServedResponse;
}

test('keeps status, text, headers and all cookies', () => {
  const headers = new Headers({ 'X-A': '1' });
  headers.append('Set-Cookie', 'a=1');
  headers.append('Set-Cookie', 'b=2');
  const response = servedFrom(new Response('x', { status: 299, statusText: 'Fine', headers }));
  expect(response).toMatchObject({
    status: 299,
    statusText: 'Fine',
    headers: { 'x-a': '1', 'set-cookie': ['a=1', 'b=2'] },
  });
});

test('adds the date of the world, and CORS if enabled', () => {
  const { headers } = servedFrom(new Response('x'));
  expect(headers.date).toBe('Sat, 21 Nov 2026 12:00:00 GMT');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(servedFrom(new Response('x'), 'GET', false).headers).not.toHaveProperty('access-control-allow-origin');
});

test('keeps headers that a handler set', () => {
  const own = { 'Access-Control-Allow-Origin': 'http://a.test', Date: 'Thu, 01 Jan 1970 00:00:00 GMT' };
  expect(servedFrom(new Response('x', { headers: own })).headers).toMatchObject({
    'access-control-allow-origin': 'http://a.test',
    date: 'Thu, 01 Jan 1970 00:00:00 GMT',
  });
});

test('lets a page with credentials read what a handler responds', () => {
  const response = new Response('x', { headers: { Vary: 'Accept' } });
  const { headers } = toServedResponse(response, sent('GET', [['origin', 'http://a.test']]), world()) as ServedResponse;
  expect(headers).toMatchObject({
    'access-control-allow-origin': 'http://a.test',
    'access-control-allow-credentials': 'true',
    vary: 'Origin, Accept',
  });
});

test('resets the connection for a network error', () => {
  expect(toServedResponse(Response.error(), sent('GET'), world())).toBe('aborted');
});

test('streams a body, except for HEAD', () => {
  expect(servedFrom(new Response('x')).body).toBeInstanceOf(ReadableStream);
  expect(servedFrom(new Response(null)).body).toBeUndefined();
  expect(servedFrom(new Response('x'), 'HEAD').body).toBeUndefined();
});

test('removes hop-by-hop headers, and an encoding that fetch has decoded', () => {
  const headers = { Connection: 'close', 'Transfer-Encoding': 'chunked', 'Content-Encoding': 'gzip' };
  expect(servedFrom(new Response('x', { headers })).headers).toMatchObject({ 'content-encoding': 'gzip' });
  const fetched = new Response('x', { headers });
  Object.defineProperty(fetched, 'url', { value: 'http://upstream.test/' });
  const dropped = ['connection', 'transfer-encoding', 'content-encoding'];
  for (const name of dropped) expect(servedFrom(fetched).headers).not.toHaveProperty(name);
});
