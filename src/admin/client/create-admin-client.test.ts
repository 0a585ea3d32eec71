import { expect, test } from 'vitest';
import { InputError } from '../../json/input-error.js';
import { adminOperations } from '../operations.js';
import type { AdminClient } from './admin-client.js';
import { AdminError } from './caller.js';
import { createAdminClient } from './create-admin-client.js';

const token = 'local-admin';

/** A client whose server sends `response` to every request, and the requests it received. */
function clientOf(response: () => Response | Promise<Response> = () => Response.json({ done: true, count: 7 })) {
  const sent: string[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    sent.push(`${init?.method} ${String(url).replace('http://127.0.0.1:4290/__admin', '')} ${init?.body ?? ''}`.trim());
    const { Authorization, ...rest } = { ...init?.headers } as Record<string, string>;
    expect(Authorization).toBe('Bearer local-admin');
    expect(rest).toEqual(init?.body === undefined ? {} : { 'Content-Type': 'application/json' });
    return response();
  };
  return { sent, client: createAdminClient({ url: 'http://127.0.0.1:4290/v1', token, fetch }) };
}

const calls: readonly [line: string, call: (client: AdminClient) => Promise<unknown>][] = [
  ['GET /health', (client) => client.health()],
  ['GET /openapi.json', (client) => client.description()],
  ['GET /state', (client) => client.state()],
  ['POST /reset', (client) => client.reset()],
  ['POST /seed {"pets":10,"seed":7}', (client) => client.seed({ pets: 10, seed: 7 })],
  ['GET /inventory', (client) => client.inventory.list()],
  ['GET /inventory?limit=5&search=42', (client) => client.inventory.list({ limit: 5, search: '42' })],
  ['PATCH /inventory/1 {"quantity":5}', (client) => client.inventory.set({ petId: 1, quantity: 5 })],
  [
    'PATCH /inventory/9007199254740993 {"status":"sold"}',
    (client) => client.inventory.set({ petId: 9007199254740993n, status: 'sold' }),
  ],
  ['GET /snapshots', (client) => client.snapshots.list()],
  ['POST /snapshots {"name":"before"}', (client) => client.snapshots.take({ name: 'before' })],
  ['GET /snapshots/before', (client) => client.snapshots.get({ name: 'before' })],
  ['PUT /snapshots/before {"version":1}', (client) => client.snapshots.put({ name: 'before', state: { version: 1 } })],
  ['PUT /snapshots/before { 1 }', (client) => client.snapshots.put({ name: 'before', state: '{ 1 }' })],
  ['POST /snapshots/a%2Fb/restore', (client) => client.snapshots.restore({ name: 'a/b' })],
  ['DELETE /snapshots/before', (client) => client.snapshots.delete({ name: 'before' })],
  ['GET /keys?after=key%233', (client) => client.keys.list({ after: 'key#3' })],
  ['POST /keys {}', (client) => client.keys.mint()],
  ['POST /keys {"plan":"pro","isolated":true}', (client) => client.keys.mint({ plan: 'pro', isolated: true })],
  ['POST /keys/ban {"key":"key#1"}', (client) => client.keys.ban({ key: 'key#1' })],
  ['POST /keys/ban {"key":"key#1","for":"5m"}', (client) => client.keys.ban({ key: 'key#1', for: '5m' })],
  ['POST /keys/unban {"key":"key#1"}', (client) => client.keys.unban({ key: 'key#1' })],
  ['POST /keys/revoke {"key":"key#1"}', (client) => client.keys.revoke({ key: 'key#1' })],
  ['POST /keys/delete {"key":"key#1"}', (client) => client.keys.delete({ key: 'key#1' })],
  ['POST /limits {"key":"key#1","remaining":3}', (client) => client.limits.set({ key: 'key#1', remaining: 3 })],
  ['GET /clock', (client) => client.clock.get()],
  ['POST /clock/advance {"by":"61s"}', (client) => client.clock.advance({ by: '61s' })],
  [
    'POST /clock/set {"to":"2027-12-31T00:00:00.000Z"}',
    (client) => client.clock.set({ to: new Date('2027-12-31T00:00:00Z') }),
  ],
  ['POST /clock/set {"to":"2027-12-31T00:00:00Z"}', (client) => client.clock.set({ to: '2027-12-31T00:00:00Z' })],
  ['POST /clock/freeze', (client) => client.clock.freeze()],
  ['POST /clock/run {}', (client) => client.clock.run()],
  ['POST /clock/run {"scale":60}', (client) => client.clock.run({ scale: 60 })],
  ['GET /faults', (client) => client.faults.list()],
  ['POST /faults {"status":503,"count":3}', (client) => client.faults.add({ status: 503, count: 3 })],
  ['DELETE /faults/2', (client) => client.faults.remove({ id: '2' })],
  ['DELETE /faults', (client) => client.faults.clear()],
  ['GET /scenarios', (client) => client.scenarios.list()],
  ['POST /scenarios {"name":"flaky","seed":4}', (client) => client.scenarios.play({ name: 'flaky', seed: 4 })],
  ['GET /behaviour', (client) => client.behaviour.list()],
  ['PATCH /behaviour {"ban-threshold":5}', (client) => client.behaviour.set({ 'ban-threshold': 5 })],
  ['GET /requests?status=4xx&order=oldest', (client) => client.requests.list({ status: '4xx', order: 'oldest' })],
  ['GET /requests/17', (client) => client.requests.get({ number: 17 })],
  ['GET /requests?text=sold+out&since=3', (client) => client.requests.list({ text: 'sold out', since: 3 })],
  ['POST /requests/17/replay', (client) => client.requests.replay({ number: 17 })],
  ['GET /requests/count?since=3', (client) => client.requests.count({ since: 3 })],
  [
    'GET /requests/wait?method=PATCH&count=2&timeout=5s',
    (client) => client.requests.waitFor({ method: 'PATCH', count: 2, timeout: '5s' }),
  ],
  ['DELETE /requests', (client) => client.requests.clear()],
  ['GET /requests/har', (client) => client.requests.har()],
  ['GET /manners', (client) => client.manners()],
  ['GET /manners?since=3', (client) => client.manners({ since: 3 })],
  ['GET /findings', (client) => client.findings()],
  ['GET /findings?since=3', (client) => client.findings({ since: 3 })],
  ['GET /digest', (client) => client.digest()],
  ['GET /worlds', (client) => client.worlds.list()],
  ['DELETE /worlds/w1', (client) => client.worlds.delete({ id: 'w1' })],
];

test.each(calls)('%s', async (line, call) => {
  const { client, sent } = clientOf();
  await call(client);
  expect(sent).toEqual([line]);
});

test('every operation of the API except the event stream has its method', () => {
  const lineOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace(/\{\w+\}/g, '*')}`;
  const called = calls
    .map(([line]) => line.replace(/[?{ ]*(?:\?.*| \{.*)$/, ''))
    .map((line) =>
      line
        .replace(/^(\S+ \/(?:inventory|snapshots|faults|worlds)\/)[^/]+/, '$1*')
        .replace('/requests/17', '/requests/*'),
    );
  const all = Object.entries(adminOperations).flatMap(([id, one]) => (id === 'watchEvents' ? [] : [lineOf(one)]));
  expect([...new Set(called)].sort()).toEqual(all.sort());
});

test('calls of an isolated world’s client carry its id, unless they concern the server', async () => {
  const { client, sent } = clientOf();
  const world = client.world('w1');
  await world.reset();
  await world.requests.count({ status: 429 });
  await world.health();
  expect(world.worldId).toBe('w1');
  expect(client.worldId).toBe('shared');
  expect(sent).toEqual(['POST /reset?world=w1', 'GET /requests/count?status=429&world=w1', 'GET /health']);
});

test('an opened world has its own client, which can drop it', async () => {
  const { client, sent } = clientOf(() => Response.json({ key: 'iso_1', world: 'w7' }));
  const world = await client.world('w1').worlds.open({ plan: 'pro' });
  expect(world).toMatchObject({ key: 'iso_1', worldId: 'w7', url: client.url });
  await world.reset();
  await world.drop();
  await world[Symbol.asyncDispose]();
  expect(sent).toEqual([
    'POST /keys {"plan":"pro","isolated":true}',
    'POST /reset?world=w7',
    'DELETE /worlds/w7',
    'DELETE /worlds/w7',
  ]);
});

test('dropping a missing world succeeds; other errors are thrown', async () => {
  const errors = [
    { code: 'not_found', message: 'There is none of that id.', status: 404 },
    { code: 'unauthorized', message: 'This needs the admin token.', status: 401 },
  ];
  let isOpen = false;
  const { client } = clientOf(() => {
    const error = isOpen ? errors.shift() : undefined;
    isOpen = true;
    return Response.json(error ?? { key: 'iso_1', world: 'w7' }, { status: error?.status ?? 201 });
  });
  const world = await client.worlds.open();
  await world.drop();
  await expect(world.drop()).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a fixture’s ids are sent exactly', async () => {
  const { client, sent } = clientOf();
  await client.seed({ fixture: { inventory: [{ petId: 9007199254740993n, quantity: 1, status: 'sold' }] } });
  expect(sent[0]).toContain('"petId":9007199254740993,');
});

test('a count is a number, and Done is undefined', async () => {
  const { client } = clientOf();
  expect(await client.requests.count()).toBe(7);
  expect(await client.faults.clear()).toBeUndefined();
});

test('the message of the server is shown unchanged', async () => {
  const message = 'Advancing the clock: "soon" is no length of time. Try 61s.';
  const { client } = clientOf(() => Response.json({ code: 'invalid_request', message, status: 400 }, { status: 400 }));
  const error = await client.clock.advance({ by: 'soon' }).catch((caught) => caught);
  expect(error).toBeInstanceOf(AdminError);
  expect(error).toMatchObject({ name: 'AdminError', status: 400, code: 'invalid_request', message });
});

test.each([
  ['a page', () => new Response('<html>')],
  ['an error response of another server', () => Response.json({ error: 'no' }, { status: 404 })],
  ['a body that is not an object', () => Response.json(null)],
])('%s does not come from petstore-mock', async (_, response) => {
  const error = await clientOf(response)
    .client.clock.get()
    .catch((caught) => caught);
  expect(error).toBeInstanceOf(AdminError);
  expect(error.message).toMatch(
    /^GET http:\/\/127\.0\.0\.1:4290\/__admin\/clock: the response \(\d+\) does not come from petstore-mock\. Pass/,
  );
});

test('a missing response throws an error with the call and a fix, without keys or the token', async () => {
  const { client } = clientOf(() => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } })));
  const error = await client.requests.count({ key: 'test_free' }).catch((caught) => caught);
  expect(error).toBeInstanceOf(AdminError);
  expect(error).toMatchObject({ status: undefined, code: undefined });
  expect(error.message).toBe(
    'GET http://127.0.0.1:4290/__admin/requests/count: no response (ECONNREFUSED). Start the server with npx petstore-mock serve, or pass createAdminClient the URL that it prints, if it is not http://127.0.0.1:4290.',
  );
});

test('an inexact petId and an invalid date are rejected before anything is sent', async () => {
  const { client, sent } = clientOf();
  const rejected = [
    client.inventory.set({ petId: 2 ** 53, quantity: 1 }),
    client.clock.set({ to: new Date(Number.NaN) }),
    client.clock.set({ to: undefined as unknown as Date }),
  ];
  for (const call of rejected) await expect(call).rejects.toThrow(InputError);
  expect(() => client.world('')).toThrow(InputError);
  expect(sent).toEqual([]);
});

test.each<[string, (client: AdminClient) => Promise<unknown>]>([
  [
    'GET /__admin/requests/{number}: number is missing. Try 1.',
    (client) => client.requests.get({ number: undefined as unknown as number }),
  ],
  ['DELETE /__admin/faults/{id}: id is missing. Try 1.', (client) => client.faults.remove({ id: '' })],
  [
    'DELETE /__admin/snapshots/{name}: name cannot be dots alone. Try before.',
    (client) => client.snapshots.delete({ name: '..' }),
  ],
])('an invalid path parameter is rejected before anything is sent: %s', async (message, call) => {
  const { client, sent } = clientOf();
  await expect(call(client)).rejects.toMatchObject({ name: 'InputError', message });
  expect(sent).toEqual([]);
});
