import { expect, test } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import type { RequestDetail, RequestPage } from '../../../admin/schemas/requests.js';
import { openAdmin } from '../admin-for-tests.js';

const OWN_KEY = 'sk_own_4711_abcdef';

/** One update of pet 1 by a key. */
function openUpdated(key: string | null = OWN_KEY) {
  const opened = openAdmin({ keys: { [OWN_KEY]: 'pro' } });
  askService(opened.world, 'PATCH', '/inventory/1', {
    key,
    json: { quantity: 5 },
    headers: [['cookie', 'session=a1b2c3d4e5f6g7h8i9j0k']],
  });
  return opened;
}

const replayOf = (opened: ReturnType<typeof openUpdated>, body?: object, number = 1) =>
  opened.ask<RequestDetail>(`POST /requests/${number}/replay`, body === undefined ? {} : { body });

test('a request is sent again as it was: with its key, journalled, and marked', async () => {
  const opened = openUpdated();
  const { world, worlds, ask } = opened;
  world.inventory.setQuantity('1', 9);
  const { json, body } = await replayOf(opened);
  expect(json).toMatchObject({
    line: { number: 2, replayOf: 1, status: 200, key: 'key#6' },
    response: { status: 200 },
  });
  expect(json.request).toMatchObject({
    method: 'PATCH',
    url: expect.stringMatching(/inventory\/1$/),
    body: '{"quantity":5}',
  });
  expect(world.inventory.get('1')?.quantity).toBe(5);
  expect(json.line.limits?.remaining).toBe(298);
  expect(body).not.toContain(OWN_KEY);
  expect((await ask<RequestPage>('GET /requests')).json.items.map(({ replayOf }) => replayOf)).toEqual([1, null]);
  expect(worlds.shared.traffic.total).toBe(1);
  const [first, second] = world.journal.exchanges;
  expect(second).toMatchObject({ replayOf: 1, request: first?.request });
});

test('a request is sent again with changes', async () => {
  const opened = openUpdated();
  const { json } = await replayOf(opened, { target: '/v1/inventory/2', key: 'test_free', body: '{"quantity":77}' });
  expect(json.line).toMatchObject({ target: '/v1/inventory/2', status: 200, method: 'PATCH' });
  expect(opened.world.inventory.get('2')?.quantity).toBe(77);
  expect(json.request.headers).toContainEqual(['cookie', 'session=secret#1']);
  const list = await replayOf(opened, { method: 'GET', target: '/v1/inventory?page=2', headers: [], key: 'key#1' });
  expect(list.json).toMatchObject({ line: { operation: 'listInventory', status: 200 }, request: { body: null } });
});

test('a header that reads as it is shown has its secret; another one is sent as it is written', async () => {
  const opened = openUpdated();
  const { request } = (await opened.ask<RequestDetail>('GET /requests/1')).json;
  const headers = [...request.headers, ['X-Added', 'Größe']];
  expect((await replayOf(opened, { headers })).json.line).toMatchObject({ status: 200, key: 'key#6' });
  const sent = opened.world.journal.sentRequest(2)?.headers;
  expect(sent).toContainEqual(['cookie', 'session=a1b2c3d4e5f6g7h8i9j0k']);
  expect(sent).toContainEqual(['x-added', 'Größe']);
  const changed = request.headers.map(([name, value]) => [name, name === 'authorization' ? 'Bearer key#77' : value]);
  expect((await replayOf(opened, { headers: changed })).json.line).toMatchObject({ status: 401, key: null });
});

test.each([
  ['no key', null, 401],
  ['a revoked sample key', 'test_revoked', 401],
  ['a key by its pseudonym', 'key#3', 200],
])('a request is replayed with %s', async (_, key, status) => {
  expect((await replayOf(openUpdated(), { key })).json.line.status).toBe(status);
});

test('a key that is wrong, revoked or deleted by now is sent as it was', async () => {
  const opened = openUpdated('sk_wrong_1234_abcd');
  expect((await replayOf(opened)).json.line.status).toBe(401);
  expect(opened.world.journal.sentRequest(2)?.headers).toContainEqual(['authorization', 'Bearer sk_wrong_1234_abcd']);
  const other = openUpdated();
  other.steering.keys.revoke(OWN_KEY);
  expect((await replayOf(other)).json.line.status).toBe(401);
  other.steering.keys.delete(OWN_KEY);
  expect((await replayOf(other)).json.line.status).toBe(401);
  expect((await replayOf(other, { key: 'key#6' })).json.line.status).toBe(401);
});

test('after a restart, keys of the fake are still known, and others are asked for', async () => {
  for (const [key, problem] of [
    [OWN_KEY, undefined],
    [null, undefined],
    ['sk_wrong_1234_abcd', 'its credentials are no longer known'],
  ] as const) {
    const opened = openUpdated(key);
    opened.world.restore(JSON.parse(JSON.stringify(opened.world.state())));
    const { status, json } = await replayOf(opened);
    if (problem === undefined) expect(json.line).toMatchObject({ replayOf: 1, status: key === null ? 401 : 200 });
    else expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(problem) } });
    expect((await replayOf(opened, { key: 'test_pro' })).json.line.status).toBe(200);
  }
});

test('a request meets faults and limits again, at once', async () => {
  const opened = openUpdated();
  opened.steering.faults.next('any', { network: 'reset' });
  expect((await replayOf(opened)).json).toMatchObject({ line: { status: null, cut: 'reset' }, response: null });
  opened.steering.limits.set(OWN_KEY, { remaining: 0 });
  expect((await replayOf(opened)).json.line.status).toBe(429);
});

test('a body over the limit of the service gets its 413, and one that was not recorded is asked for', async () => {
  const opened = openUpdated();
  const body = `{"quantity":${' '.repeat(opened.world.behaviour['body-limit'])}5}`;
  expect((await replayOf(opened, { body })).json.line.status).toBe(413);
  expect((await replayOf(opened, {}, 2)).json).toMatchObject({
    message: expect.stringContaining('its body was too large to record. Pass a body'),
  });
  expect((await replayOf(opened, { body: null }, 2)).json.line.status).toBe(400);
});

test.each([
  [{ key: 'sk_unknown_1' }, 'the key is not known'],
  [{ headers: [['a b', 'c']] }, 'HTTP does not allow'],
  [{ headers: [['a', 'b\r\nc']] }, 'HTTP does not allow'],
  [{ target: 'inventory' }, '/target'],
  [{ method: 'get' }, '/method'],
])('%j is rejected, and nothing is sent', async (change, message) => {
  const opened = openUpdated();
  const { status, json, body } = await replayOf(opened, change);
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect(body).not.toContain('sk_unknown_1');
  expect(opened.world.journal.latest).toBe(1);
});

test('a preflight is not recorded, and an unknown request gets 404', async () => {
  const opened = openUpdated();
  const headers = [
    ['origin', 'http://localhost:3000'],
    ['access-control-request-method', 'GET'],
  ];
  expect((await replayOf(opened, { method: 'OPTIONS', headers })).status).toBe(409);
  expect((await replayOf(opened, {}, 7)).status).toBe(404);
});

test('no client is judged by what was replayed', async () => {
  const { judgeManners } = await import('../../../cli/judge-journal.js');
  const opened = openAdmin({}, { judgeManners });
  opened.steering.limits.set('test_free', { remaining: 0 });
  askService(opened.world, 'GET', '/inventory');
  opened.world.clock.advance('2s');
  await replayOf(opened);
  const { rules } = (await opened.ask<{ rules: { outcome: string }[] }>('GET /manners')).json;
  expect(rules.filter(({ outcome }) => outcome === 'violation')).toEqual([]);
  askService(opened.world, 'GET', '/inventory');
  const after = (await opened.ask<{ rules: { outcome: string }[] }>('GET /manners')).json.rules;
  expect(after.some(({ outcome }) => outcome === 'violation')).toBe(true);
});
