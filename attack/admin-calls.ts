import { createDraw, type Draw } from '../contract-tests/draw.js';
import { type AdminOperation, adminOperations, pathParameters, queryParameters } from '../src/admin/operations.js';
import { type Attack, type AttackContext, type AttackResult, pick, scaled, shown } from './attack.js';
import { Connection, type RawRequest, writeRequest } from './connection.js';
import type { RawResponse } from './response-reader.js';
import { attackServed, type ServedFake, serveFake } from './served.js';

const CALLS = 30_000;
const BATCH = 16;
const MOST_HELD_MB = 400;
const MOST_FAILURES = 100;

/** Steers the fake as nobody should, with the right token, and uses it in between. */
export const adminCalls: Attack = {
  name: 'admin-calls',
  what: 'admin calls with drawn parameters and damaged bodies: no 5xx, clear errors, and the fake still works',
  run: (context) =>
    attackServed(serveFake({ folder: context.folder }), async (fake) => {
      const connection = new Connection(fake.port);
      try {
        return await attackAdmin(fake, connection, context);
      } finally {
        connection.close();
      }
    }),
};

async function attackAdmin(fake: ServedFake, connection: Connection, context: AttackContext): Promise<AttackResult> {
  const all = scaled(context, CALLS);
  const failures: string[] = [];
  // A drawn call may have changed the pets to which a reset returns.
  const restart = async () => {
    await fake.admin.reset();
    await fake.admin.seed({ seed: 1, pets: 100 });
  };
  await restart();
  const [atStart] = await connection.send([LIST]);
  let tried = 0;
  for (let batch = 0; tried < all && failures.length < MOST_FAILURES; batch++) {
    const draw = createDraw(context.seed, `admin-calls ${batch}`);
    const requests = drawBatch(draw, fake);
    const responses = await connection.send(requests);
    for (const [index, response] of responses.entries()) {
      const problem = judge(response);
      if (problem === undefined) continue;
      const request = shown(requests[index]?.text ?? '');
      failures.push(`batch ${batch}: ${problem}: ${shown(`${response.status} ${response.body}`)} to ${request}`);
    }
    tried += requests.length;
    context.progress(tried, all);
  }
  await restart();
  failures.push(...(await problemsAfterReset(connection, atStart?.body)));
  const held = await fake.heldMegabytes();
  if (held > MOST_HELD_MB) failures.push(`the server holds ${held.toFixed(0)} MB afterwards`);
  return { tried, failures };
}

const LIST = writeRequest('GET', '/v1/inventory', 'test_enterprise');

/** The list must be as it was at the start, and an update must show in it. */
async function problemsAfterReset(connection: Connection, atStart: string | undefined): Promise<string[]> {
  const [pet] = JSON.parse(atStart ?? '[]') as { readonly petId: number; readonly quantity: number }[];
  if (pet === undefined) return ['the fake has no pets at its start'];
  const quantity = pet.quantity + 1;
  const update = writeRequest('PATCH', `/v1/inventory/${pet.petId}`, 'test_enterprise', { quantity });
  const [reset, updated, changed] = await connection.send([LIST, update, LIST]);
  const found = changed?.status === 200 ? JSON.parse(changed.body)[0] : undefined;
  const problems = {
    'the list differs from the one at the start': reset?.status === 200 && reset.body === atStart,
    'an update fails': updated?.status === 200,
    'an update does not show in the list': found?.petId === pet.petId && found.quantity === quantity,
  };
  const failed = Object.entries(problems).filter(([, isFine]) => !isFine);
  return failed.map(([problem]) => `after the reset, ${problem}: ${shown(`${reset?.status} ${updated?.body}`)}`);
}

function judge({ status, headers, body }: RawResponse): string | undefined {
  if (status >= 500) return `the status is ${status}`;
  if (body === '') return undefined;
  if (!headers.some(([name, value]) => name === 'content-type' && value.startsWith('application/json'))) {
    return 'it does not say that it is JSON';
  }
  try {
    const { code, message, status: repeated } = JSON.parse(body);
    const isError = typeof code === 'string' && typeof message === 'string' && message !== '' && repeated === status;
    return status < 400 || isError ? undefined : 'an error does not have the documented body';
  } catch {
    return 'it is not JSON';
  }
}

/** Drawn calls, and then requests of a client that has no faults to fear. */
function drawBatch(draw: Draw, fake: ServedFake): RawRequest[] {
  const calls = Array.from({ length: BATCH }, () => drawCall(draw, fake));
  const key = pick(draw, ['test_free', 'test_enterprise']);
  return [
    ...calls,
    adminRequest('DELETE', '/faults', fake),
    adminRequest('DELETE', '/faults?world=w1', fake),
    writeRequest('GET', '/v1/inventory', key),
    writeRequest('PATCH', '/v1/inventory/1', key, { quantity: draw.integer(0, 9) }),
    writeRequest('POST', '/v1/messages', key, { message: 'hello' }),
    writeRequest('GET', '/v1/pets/1', key),
    writeRequest('GET', '/v1/store/orders', key),
  ];
}

function adminRequest(method: string, target: string, { port, token }: ServedFake, body?: string): RawRequest {
  const lines = [
    `${method} /__admin${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return { text: `${lines.join('\r\n')}\r\n\r\n${body ?? ''}` };
}

// What waits for something to happen is left out: it has time limits of its own.
const operations: readonly AdminOperation[] = Object.values(adminOperations).filter(({ staysOpen }) => !staysOpen);
const oddTexts = [
  ...'0 -1 1.5 1e9 w1 w999 shared %00 %zz .. %2e%2e%2f __proto__ %F0%9F%A6%8A <script> test_free key%231 5xx null'.split(
    ' ',
  ),
  ...['', '9'.repeat(30), 'a'.repeat(3_000), '2027-12-31T00:00:00Z'],
];

function drawCall(draw: Draw, fake: ServedFake): RawRequest {
  const { method, path, query, body, isOfWorld } = pick(draw, operations);
  const isOdd = (share: number) => draw.fraction() < share;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof pathParameters) =>
    isOdd(0.4) ? pick(draw, oddTexts) : pathParameters[name].example,
  );
  const names = [...query, ...(isOfWorld && isOdd(0.2) ? (['world'] as const) : [])].filter(() => isOdd(0.6));
  const parameters = names.map((name) => {
    const { example } = queryParameters[name];
    return `${name}=${isOdd(0.4) ? pick(draw, oddTexts) : encodeURIComponent(example)}`;
  });
  if (isOdd(0.03)) parameters.push(pick(draw, ['unknown=1', 'limit=1&limit=2', 'world=shared', '&&=&', '%']));
  const target = `${filled}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
  const wrongMethod = isOdd(0.03) ? pick(draw, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) : method;
  if (body === undefined) return adminRequest(wrongMethod, target, fake, isOdd(0.05) ? '{}' : undefined);
  const changed = isOdd(0.3) ? body.example : change(draw, body.example);
  const json = JSON.stringify(changed) ?? '';
  return adminRequest(wrongMethod, target, fake, isOdd(0.05) ? json.slice(0, draw.integer(0, json.length)) : json);
}

// No number of pets that takes long to make.
const oddValues: readonly unknown[] = [
  ...'x test_free test_enterprise 5m -1s 99999d never shared constructor /v1 updateInventory \ud800 \0'.split(' '),
  ...['2027-02-30T00:00:00Z', '-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', '', '9'.repeat(400)],
  ...[null, true, false, 0, 1, -1, 1.5, 429, 503, 1_000, 2_000_000, 1e21, -1e300, [], {}, [1, 2], [[]], { a: 1 }],
];

/** Replaces, removes or adds a value somewhere in a JSON document. */
function change(draw: Draw, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || draw.fraction() < 0.1) return pick(draw, oddValues);
  const entries = Object.entries(value);
  const at = draw.integer(0, entries.length);
  const [name, own] = entries[at] ?? [pick(draw, ['extra', '__proto__', 'name', 'seed', 'scale', '']), 1];
  const changed = draw.fraction() < 0.2 ? undefined : change(draw, own);
  const copy = Object.fromEntries([...entries, [name, changed]]);
  return Array.isArray(value) ? Object.values(copy) : copy;
}
