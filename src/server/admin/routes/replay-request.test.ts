import { expect, test } from 'vitest';
import { handle } from '../../../../mocks/handle.js';
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

const replayOf = (opened: ReturnType<typeof openUpdated>, number = 1) =>
  opened.ask<RequestDetail>(`POST /requests/${number}/replay`);

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

test('a key that is wrong, revoked or deleted by now is sent as it was', async () => {
  const opened = openUpdated('sk_wrong_1234_abcd');
  expect((await replayOf(opened)).json.line.status).toBe(401);
  expect(opened.world.journal.at(2)?.headers).toContainEqual(['authorization', 'Bearer sk_wrong_1234_abcd']);
  const other = openUpdated();
  other.steering.keys.revoke(OWN_KEY);
  expect((await replayOf(other)).json.line.status).toBe(401);
  other.steering.keys.delete(OWN_KEY);
  expect((await replayOf(other)).json.line.status).toBe(401);
});

test('a request meets faults and limits again, at once', async () => {
  const opened = openUpdated();
  opened.steering.faults.next('any', { network: 'reset' });
  expect((await replayOf(opened)).json).toMatchObject({ line: { status: null, cut: 'reset' }, response: null });
  opened.steering.limits.set(OWN_KEY, { remaining: 0 });
  expect((await replayOf(opened)).json.line.status).toBe(429);
});

test('a request whose body was not recorded is not sent again', async () => {
  const opened = openUpdated();
  const request = { method: 'PATCH', path: '/v1/inventory/1', headers: [], callerAddress: '' };
  handle({ ...request, body: 'too-large' }, opened.world);
  expect((await replayOf(opened, 2)).json).toMatchObject({
    message: expect.stringContaining('its body was too large to record. Send it with curl.'),
  });
  expect(opened.world.journal.latest).toBe(2);
});

test('an unknown request gets 404', async () => {
  expect((await replayOf(openUpdated(), 7)).status).toBe(404);
});

test('no client is judged by what was replayed', async () => {
  const { judgeManners } = await import('../../../observe/judge-journal.js');
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
