// Long: with real jest, in Node and jsdom, a request reaches the fake or fails, whenever and however it is sent.
import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installProject, type Project } from '../package/installed.js';

const installed = fileURLToPath(new URL('../jest-30/node_modules', import.meta.url));

/** A client that keeps what sends its requests when it is loaded. Returns a status, or why there is none. */
const client = `
const http = require('node:http');
const { fetch: keptFetch } = globalThis;
const { get: keptGet } = http;

exports.url = 'http://127.0.0.1:4293/v1/inventory';
exports.headers = { authorization: 'Bearer test_free' };
const told = (error) => String(error.cause?.message ? error.cause : error);
const byFetch = (send) => (url = exports.url) => send(url, { headers: exports.headers }).then(({ status }) => status, told);
const byGet = (send) => (url = exports.url) =>
  new Promise((resolve, reject) => {
    send(url, { headers: exports.headers }, (response) => resolve(response.resume().statusCode)).on('error', reject);
  }).catch(told);
exports.keptFetch = byFetch(keptFetch);
exports.keptGet = byGet(keptGet);
exports.fetch = byFetch((...args) => fetch(...args));
exports.get = byGet((...args) => http.get(...args));
`;

const files = {
  'package.json': '{ "private": true }',
  'jest.config.js': `module.exports = {
  preset: 'petstore-mock',
  transform: { '/node_modules/(?:rettime|until-async|@open-draft)/': 'petstore-mock/jest-transformer' },
};`,
  'by-name.js': `module.exports = class {
  sort = (tests) => [...tests].sort((one, other) => one.path.localeCompare(other.path));
  cacheResults() {}
};`,
  'client.js': client,
  '1-client-second.test.js': `
const { setupPetstore } = require('petstore-mock/jest');
const client = require('./client');
const early = client.fetch('https://early.example.test/v1/inventory');
const atOnce = Promise.resolve().then(() => client.fetch());
setupPetstore({ baseUrl: 'http://127.0.0.1:4293/v1' }, { unhandled: 'error' });
const loading = client.fetch();
let all;
beforeAll(async () => { all = await client.get(); });
afterAll(async () => console.log('AFTER', await client.fetch(), await client.get(), await client.keptGet()));

test('what was sent before the call fails, and so does this', async () => {
  expect(await early).toContain('Error');
  expect(await Promise.all([atOnce, loading, all])).toEqual([200, 200, 200]);
});
test.each(Object.keys(client).slice(2))('%s', async (name) => expect(await client[name]()).toBe(200));
test('another service', async () => expect(await client.fetch('http://127.0.0.1:4294/')).toContain('Error'));
test('after jest.resetModules', async () => {
  jest.resetModules();
  require('petstore-mock/jest');
  expect(await client.fetch()).toBe(200);
});`,
  '2-client-first.test.js': `
const client = require('./client');
const { setupPetstore } = require('petstore-mock/jest');
setupPetstore({ baseUrl: 'http://127.0.0.1:4293/v1' });
test.each(['keptFetch', 'keptGet'])('%s fails', async (name) => expect(await client[name]()).toContain('InputError'));
test.each(['fetch', 'get'])('%s', async (name) => expect(await client[name]()).toBe(200));`,
  '3-without-fake.test.js': `
const client = require('./client');
test.each(Object.keys(client).slice(2))('%s is as it was', async (name) => expect(await client[name]()).toContain('ECONNREFUSED'));`,
  '4-describe.test.js': `
const { setupPetstore } = require('petstore-mock/jest');
const client = require('./client');
describe('with a fake', () => {
  setupPetstore({ baseUrl: 'http://127.0.0.1:4293/v1' });
  test('reaches it', async () => expect(await client.fetch()).toBe(200));
});
test('without a fake', async () => void (await client.fetch()));
test('is innocent', () => {});`,
  '5-server-use.test.js': `
const { setupPetstore } = require('petstore-mock/jest');
const { http, HttpResponse } = require('msw');
const client = require('./client');
const petstore = setupPetstore({ baseUrl: 'http://127.0.0.1:4293/v1' });
const use = (status) => petstore.server.use(http.get(client.url, () => new HttpResponse(null, { status })));
test('a test adds a handler', async () => {
  use(418);
  expect(await client.fetch()).toBe(418);
});
test('the next one has the fake', async () => expect(await client.fetch()).toBe(200));
describe('beforeAll adds a handler', () => {
  beforeAll(() => use(503));
  test('which one test replaces', async () => {
    use(418);
    expect(await client.fetch()).toBe(418);
  });
  test('and the next one has', async () => expect(await client.fetch()).toBe(503));
});`,
  'timers.test.js': `
const { setupPetstore } = require('petstore-mock/jest');
const baseUrl = 'http://localhost/api/v1';
const petstore = setupPetstore({ baseUrl });
const headers = { authorization: 'Bearer test_free', 'content-type': 'application/json' };
const send = (method, path, body) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.onloadend = () => resolve(request.status);
    request.send(body);
  });
beforeEach(() => jest.useFakeTimers());
test('XMLHttpRequest', async () => expect(await send('GET', '/api/v1/inventory')).toBe(200));
test('a body', async () => {
  expect(await send('PATCH', '/api/v1/inventory/1', '{"quantity":5}')).toBe(200);
  expect(petstore.inventory.get(1)).toMatchObject({ quantity: 5 });
});
test('fetch', async () => expect((await fetch(baseUrl + '/inventory', { headers })).status).toBe(200));
test('the fake clock', async () => {
  petstore.limits.exhaust('test_free');
  expect(await send('GET', '/api/v1/inventory')).toBe(429);
  jest.advanceTimersByTime(60_000);
  expect(await send('GET', '/api/v1/inventory')).toBe(200);
});`,
};

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly failureMessages: readonly string[] }[];
  }[];
}

let project: Project;

beforeAll(async () => {
  if (!existsSync(installed)) expect.fail('There is no jest: run npm run peers first.');
  project = await installProject(files);
  for (const name of ['jest', 'jest-fixed-jsdom', 'babel-jest']) {
    await symlink(join(installed, name), join(project.folder, 'node_modules', name), 'dir');
  }
});

afterAll(() => project.remove());

/** Runs files in one process, by name. Returns the failures by title, without stacks, and everything that was printed. */
async function run(pattern: string, ...more: string[]) {
  const options = ['--runInBand', '--testSequencer', './by-name.js', '--json', '--useStderr'];
  const printed = await project
    .run('node', 'node_modules/jest/bin/jest.js', ...options, ...more, pattern)
    .catch((error: Error) => error.message);
  const [json = printed] = /^\{"num.*$/m.exec(printed) ?? [];
  const { testResults }: Report = JSON.parse(json);
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = results.map(({ title, failureMessages }) => [
    title,
    failureMessages.map((text) => text.split('\n')[0]),
  ]);
  return { failures: Object.fromEntries(failures), printed };
}

test('no request reaches the network, whenever and however it is sent', async () => {
  const { failures, printed } = await run('[123]-');
  const sent = 'Sending GET http://127.0.0.1:4293/v1/inventory';
  const kept = [expect.stringContaining(`InputError: ${sent}: the client does not use the fetch or http.request`)];
  expect(failures).toEqual({
    'what was sent before the call fails, and so does this': [expect.stringContaining('did not reach the fake')],
    ...Object.fromEntries(['keptFetch', 'keptGet', 'fetch', 'get'].map((name) => [name, []])),
    'another service': [],
    'after jest.resetModules': [],
    'keptFetch fails': kept,
    'keptGet fails': kept,
    ...Object.fromEntries(['keptFetch', 'keptGet', 'fetch', 'get'].map((name) => [`${name} is as it was`, []])),
  });
  // By each of its three clients.
  const after = new RegExp(`AFTER${` .*InputError: ${sent} where no fake is: there is no fake.*`.repeat(3)}`);
  expect(printed).toMatch(after);
  expect(printed).not.toContain('DeprecationWarning');
});

test('a request where no fake is fails its own test, not the next one', async () => {
  const { failures } = await run('4-');
  expect(failures).toEqual({
    'reaches it': [],
    'without a fake': [expect.stringContaining('there is no fake')],
    'is innocent': [],
  });
});

test('what a test adds with server.use ends with it', async () => {
  const { failures } = await run('5-');
  expect(failures).toEqual({
    'a test adds a handler': [],
    'the next one has the fake': [],
    'which one test replaces': [],
    'and the next one has': [],
  });
});

test('under fake timers, requests in jsdom get a response', async () => {
  const { failures } = await run('timers', '--env=jest-fixed-jsdom');
  expect(failures).toEqual({ XMLHttpRequest: [], 'a body': [], fetch: [], 'the fake clock': [] });
});
