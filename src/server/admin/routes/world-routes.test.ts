import { afterEach, expect, test, vi } from 'vitest';
import { scenarios } from '../../../../mocks/steering/scenario-names.js';
import { ask as askService } from '../../../../tests/ask.js';
import type { BehaviourList, ClockState } from '../../../admin/schemas/world.js';
import { openQuestions, questionIds } from '../../../service/questions/open-questions.js';
import { openAdmin } from '../admin-for-tests.js';

type Opened = ReturnType<typeof openAdmin>;
const listed = ({ world }: Opened) => askService(world, 'GET', '/inventory').body;

test('the state summarises the world', async () => {
  const { ask, world } = openAdmin();
  askService(world, 'GET', '/inventory');
  expect((await ask('GET /state')).json).toEqual({
    world: 'shared',
    baseUrl: 'http://127.0.0.1:4290/v1',
    clock: { now: '2026-11-21T12:00:00.000Z', mode: 'manual', scale: 0 },
    pets: 3,
    keys: 5,
    faults: 0,
    snapshots: 0,
    requests: { latest: 1, kept: 1, forgotten: 0, isBoundBySize: false },
    behaviour: {},
  });
});

test('the state lists choices that are not the default', async () => {
  const { ask, steering } = openAdmin();
  steering.setBehaviour({ 'ban-threshold': 5, 'ban-status': 429 });
  expect((await ask('GET /state')).json).toMatchObject({ behaviour: { 'ban-threshold': 5 } });
});

test('after a reset a client finds the initial store', async () => {
  const opened = openAdmin();
  const before = listed(opened);
  askService(opened.world, 'PATCH', '/inventory/1', { json: { quantity: 77 } });
  expect((await opened.ask('POST /reset')).json).toMatchObject({ requests: { kept: 0 } });
  expect(listed(opened)).toBe(before);
});

test('seeding opens a store with the given number of pets', async () => {
  const opened = openAdmin();
  expect((await opened.ask('POST /seed', { body: { pets: 5, seed: 7 } })).json).toMatchObject({ pets: 5 });
  expect(JSON.parse(listed(opened) ?? '')).toHaveLength(5);
});

test('seeding without options opens the same store again', async () => {
  const opened = openAdmin();
  const before = listed(opened);
  opened.steering.inventory.set(1, 77);
  await opened.ask('POST /seed');
  expect(listed(opened)).toBe(before);
});

test('a fixture keeps ids beyond 2^53, and 1e1 is 10', async () => {
  const opened = openAdmin();
  const body = '{"fixture":{"inventory":[{"petId":9007199254740993,"quantity":1e1,"status":"sold"}]}}';
  expect((await opened.ask('POST /seed', { body })).status).toBe(200);
  expect(listed(opened)).toBe('[{"petId":9007199254740993,"quantity":10,"status":"sold"}]');
});

test.each([
  ['{"fixture":{"inventory":[{"petId":1,"quantity":1}]}}', '/inventory/0/status is missing. A fixture that works: {'],
  ['{"pets":-1}', '/pets must be >= 0. Try {"pets":10,"seed":7}.'],
  ['{"pets":5,"seed":1.5}', '/seed must be integer. Try {"pets":10,"seed":7}.'],
  ['{"fixture":[]}', '/fixture must be object'],
])('seeding with %s is rejected, and nothing changes', async (body, message) => {
  const opened = openAdmin();
  opened.steering.inventory.set(1, 77);
  const before = listed(opened);
  const { status, json } = await opened.ask('POST /seed', { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect(listed(opened)).toBe(before);
});

test('a snapshot is taken, listed, restored and deleted', async () => {
  const opened = openAdmin();
  const { ask, steering } = opened;
  const before = listed(opened);
  const taken = { name: 'before', takenAt: '2026-11-21T12:00:00.000Z' };
  expect((await ask('POST /snapshots', { body: { name: 'before' } })).json).toEqual(taken);
  steering.scenario('empty-store');
  expect((await ask('GET /snapshots')).json).toEqual({ items: [taken] });
  expect((await ask('POST /snapshots/before/restore')).json).toMatchObject({ pets: 3, snapshots: 1 });
  expect(listed(opened)).toBe(before);
  expect((await ask('DELETE /snapshots/before')).json).toEqual({ done: true });
  expect((await ask('GET /snapshots')).json).toEqual({ items: [] });
});

test.each(['POST /snapshots/befor/restore', 'DELETE /snapshots/befor'])(
  '%s lists the existing snapshots',
  async (line) => {
    const { ask } = openAdmin();
    await ask('POST /snapshots', { body: { name: 'before' } });
    const { status, json } = await ask(line);
    expect({ status, json }).toMatchObject({ status: 404, json: { message: expect.stringContaining("'before'") } });
  },
);

test('a name that a path cannot contain is rejected', async () => {
  const { status, json } = await openAdmin().ask('POST /snapshots', { body: { name: 'a/b' } });
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('{"name":"before"}') },
  });
});

test('every scenario is listed and can be run', async () => {
  const { ask } = openAdmin();
  const { items } = (await ask<{ items: { name: string }[] }>('GET /scenarios')).json;
  expect(items.map(({ name }) => name)).toEqual(Object.keys(scenarios));
  for (const { name } of items) expect((await ask('POST /scenarios', { body: { name } })).status).toBe(200);
});

test('a client meets the scenario', async () => {
  const { ask, world } = openAdmin();
  await ask('POST /scenarios', { body: { name: 'flaky', seed: 3 } });
  const statuses = Array.from({ length: 50 }, () => askService(world, 'GET', '/inventory').status);
  expect(new Set(statuses)).toContain(503);
});

test('an unknown scenario is rejected with the most similar one', async () => {
  const { status, json } = await openAdmin().ask('POST /scenarios', { body: { name: 'soldout' } });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining("'sold-out'") } });
});

afterEach(() => void vi.useRealTimers());

const dateIn = ({ world }: ReturnType<typeof openAdmin>) => askService(world, 'GET', '/inventory').headers.Date;

test('the time is returned', async () => {
  const { json } = await openAdmin().ask('GET /clock');
  expect(json).toEqual({ now: '2026-11-21T12:00:00.000Z', mode: 'manual', scale: 0 });
});

test.each([
  ['{"by":"61s"}', '2026-11-21T12:01:01.000Z', 'Sat, 21 Nov 2026 12:01:01 GMT'],
  ['{"by":1e3}', '2026-11-21T12:00:01.000Z', 'Sat, 21 Nov 2026 12:00:01 GMT'],
])('%s advances the clock, and a client sees it', async (body, now, date) => {
  const opened = openAdmin();
  expect((await opened.ask('POST /clock/advance', { body })).json).toEqual({ now, mode: 'manual', scale: 0 });
  expect(dateIn(opened)).toBe(date);
});

test('the clock can be set forwards and backwards', async () => {
  const opened = openAdmin();
  const { json } = await opened.ask<ClockState>('POST /clock/set', { body: { to: '2020-01-01' } });
  expect(json.now).toBe('2020-01-01T00:00:00.000Z');
  expect(dateIn(opened)).toBe('Wed, 01 Jan 2020 00:00:00 GMT');
});

test('a frozen clock runs at a scale, and can be frozen again', async () => {
  vi.useFakeTimers({ now: 0 });
  const { ask } = openAdmin();
  expect((await ask('POST /clock/run', { body: { scale: 60 } })).json).toMatchObject({ mode: 'real', scale: 60 });
  vi.advanceTimersByTime(1000);
  expect((await ask('POST /clock/freeze')).json).toMatchObject({
    now: '2026-11-21T12:01:00.000Z',
    mode: 'manual',
    scale: 0,
  });
  vi.advanceTimersByTime(1000);
  expect((await ask<ClockState>('GET /clock')).json.now).toBe('2026-11-21T12:01:00.000Z');
});

test('without a scale the clock runs in real time', async () => {
  expect((await openAdmin().ask('POST /clock/run')).json).toMatchObject({ mode: 'real', scale: 1 });
});

test.each([
  ['advance', '{"by":"soon"}', '61s'],
  ['advance', '{"by":-1}', '61s'],
  ['advance', '{"by":true}', '{"by":"61s"}'],
  ['set', '{"to":"tomorrow"}', '2027-12-31T00:00:00Z'],
  ['set', '{"to":5}', '{"to":"2027-12-31T00:00:00Z"}'],
  ['run', '{"scale":-1}', 'Try'],
  ['run', '{"scale":"fast"}', '{"scale":60}'],
])('clock/%s rejects %s and shows valid values', async (move, body, message) => {
  const { ask } = openAdmin();
  const { status, json } = await ask(`POST /clock/${move}`, { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect((await ask('GET /clock')).json).toEqual({ now: '2026-11-21T12:00:00.000Z', mode: 'manual', scale: 0 });
});

test('every open question is listed with its choices', async () => {
  const { items } = (await openAdmin().ask<BehaviourList>('GET /behaviour')).json;
  expect(items.map(({ id }) => id)).toEqual(questionIds);
  const { section, question, choices, schema } = openQuestions['ban-threshold'];
  expect(items.find(({ id }) => id === 'ban-threshold')).toEqual({
    id: 'ban-threshold',
    section,
    question,
    choices,
    schema,
    default: openQuestions['ban-threshold'].default,
    choice: openQuestions['ban-threshold'].default,
  });
});

test('a client sees a changed choice', async () => {
  const { ask, world } = openAdmin();
  const { items } = (await ask<BehaviourList>('PATCH /behaviour', { body: { 'body-limit': 1e2 } })).json;
  expect(items.find(({ id }) => id === 'body-limit')?.choice).toBe(100);
  expect(askService(world, 'PATCH', '/inventory/1', { body: 'too-large'.repeat(20) }).status).toBe(413);
});

test('numbers of example records keep their notation', async () => {
  const { ask } = openAdmin();
  const body = '{"pet-shape":{"records":[{"price":1.50,"chip":9007199254740993}]}}';
  const { status, body: text } = await ask('PATCH /behaviour', { body });
  expect(status).toBe(200);
  expect(text).toContain('"choice":{"records":[{"price":1.50,"chip":9007199254740993}]}');
  expect((await ask('GET /state')).body).toContain('"price":1.50');
});

test.each([
  ['{"ban-threshold":5,"ban-status":200}', '/ban-status'],
  ['{"ban-treshold":5}', 'ban-threshold'],
  ['{"ban-threshold":0}', 'Try {"ban-threshold": '],
  ['{}', 'Try {"ban-threshold":5}'],
])('%s is rejected, and no choice changes', async (body, message) => {
  const { ask } = openAdmin();
  const before = (await ask('GET /behaviour')).json;
  const { status, json } = await ask('PATCH /behaviour', { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect((await ask('GET /behaviour')).json).toEqual(before);
});
