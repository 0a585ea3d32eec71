import { expect, test } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import { type AdminOperation, adminOperations } from '../../../admin/operations.js';
import { openAdmin } from '../admin-for-tests.js';

const SECRET = 'sk_live_1';

/** The calls of every operation, with the contract's examples as parameters. */
const calls = Object.entries(adminOperations).map(([id, operation]) => {
  const { method, path, body }: AdminOperation = operation;
  const sent = path
    .replace('{petId}', '1')
    .replace('{name}', 'before')
    .replace('{number}', '1')
    .replace('{id}', id === 'deleteWorld' ? 'w1' : '1');
  return { id, line: `${method} ${sent}`, operation, example: body?.example };
});

/** A world with one of each: a used custom key, a fault, a snapshot and an isolated world. */
async function openFurnished() {
  const opened = openAdmin({ keys: { [SECRET]: 'pro' } });
  const { ask, steering, world } = opened;
  askService(world, 'GET', '/inventory', { key: SECRET });
  askService(world, 'GET', '/inventory', { key: null, headers: [['authorization', `Basic ${SECRET}`]] });
  steering.faults.always('any', { status: 503 }, { key: SECRET });
  await ask('POST /snapshots', { body: { name: 'before' } });
  await ask('POST /keys/revoke', { body: { key: SECRET } });
  const { key } = (await ask<{ key: string }>('POST /keys', { body: { isolated: true } })).json;
  return { ...opened, secrets: [SECRET, key] };
}

test.each(calls)(
  '$id accepts its example, responds as described and reveals no key',
  async ({ id, line, operation, example }) => {
    const { ask, steering, secrets } = await openFurnished();
    // The example of a document is only its beginning.
    const sent = id === 'putSnapshot' ? steering.snapshot() : example;
    const { status, body } = await ask(line, { body: sent });
    expect(status).toBe(operation.status);
    for (const secret of secrets) expect(String(body)).not.toContain(secret);
  },
);

const bodied = calls.filter(({ example }) => example !== undefined);

test.each(bodied)('$id rejects an invalid body and suggests a valid one', async ({ line, operation }) => {
  const { ask, worlds } = await openFurnished();
  const before = (await ask('GET /state')).json;
  for (const body of ['{', '[]', '"text"', '{"key":{}}', `{"${SECRET}":1}`, `{"key":"${SECRET}","x":1}`]) {
    const { status, json, body: text } = await ask(line, { body });
    // An empty body is valid if nothing is required.
    if (body === '' && status === operation.status) return;
    expect({ body, status }).toEqual({ body, status: 400 });
    expect(json).toMatchObject({ message: expect.stringMatching(/Try |Download one: /) });
    expect(text).not.toContain(SECRET);
  }
  expect((await ask('GET /state')).json).toEqual(before);
  expect(worlds.list()).toHaveLength(2);
});

test.each(calls)('$id rejects an unknown parameter', async ({ line }) => {
  const { ask } = await openFurnished();
  const { status, body } = await ask(`${line}?${SECRET}=1`);
  expect(status).toBe(400);
  expect(body).not.toContain(SECRET);
});

test.each(calls)('$id with an unknown world gets 404', async ({ line, operation, example }) => {
  const { ask } = openAdmin();
  const { status } = await ask(`${line}?world=w9`, { body: example });
  expect(status).toBe(operation.isOfWorld ? 404 : 400);
});
