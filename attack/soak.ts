import { createDraw, type Draw } from '../contract-tests/draw.js';
import { type Attack, type AttackContext, type AttackResult, scaled, shown } from './attack.js';
import { Connection, type RawRequest, writeRequest } from './connection.js';
import { attackServed, type ServedFake, serveFake } from './served.js';

const REQUESTS = 200_000;
const CONNECTIONS = 16;
const BATCH = 20;
/** The journal is full by then: from here on memory must not grow. */
const WARM_UP = 40_000;
const STEPS = 4;
const MOST_GROWTH_MB = 10;

/** Sends for long what clients send, and compares what the server holds. */
export const soak: Attack = {
  name: 'soak',
  what: `ordinary requests over ${CONNECTIONS} connections: the memory does not grow`,
  run(context) {
    const unlimited = { perMinute: 1_000_000_000, perDay: 1_000_000_000 };
    const serving = serveFake({ folder: context.folder, behaviour: { 'enterprise-limits': unlimited } });
    return attackServed(serving, (fake) => soakFake(fake, context));
  },
};

async function soakFake(fake: ServedFake, context: AttackContext): Promise<AttackResult> {
  const { items } = await fake.admin.inventory.list();
  const petIds = items.map(({ petId }) => String(petId));
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(fake.port));
  const warmUp = scaled(context, WARM_UP);
  const all = warmUp + scaled(context, REQUESTS);
  const failures: string[] = [];
  const held: number[] = [];
  let tried = 0;
  const send = async (connection: Connection, draw: Draw, until: number) => {
    while (tried < until) {
      tried += BATCH;
      const requests = Array.from({ length: BATCH }, () => drawRequest(draw, petIds));
      const responses = await connection.send(requests.map(({ request }) => request));
      for (const [index, { status }] of responses.entries()) {
        const { status: expected, request } = requests[index] as Drawn;
        if (status !== expected) failures.push(`${status} and not ${expected} to ${shown(request.text)}`);
      }
      context.progress(tried, all);
    }
  };
  for (let step = 0; step <= STEPS; step++) {
    const until = warmUp + ((all - warmUp) / STEPS) * step;
    await Promise.all(
      connections.map((connection, index) =>
        send(connection, createDraw(context.seed, `soak ${step} ${index}`), until),
      ),
    );
    held.push(await fake.heldMegabytes());
  }
  for (const connection of connections) connection.close();
  const [first = 0] = held;
  const growth = (held.at(-1) ?? 0) - first;
  if (growth > MOST_GROWTH_MB) {
    failures.push(`the server holds more and more: ${held.map((megabytes) => megabytes.toFixed(1)).join(', ')} MB`);
  }
  return { tried, failures };
}

type Drawn = { readonly request: RawRequest; readonly status: number };

function drawRequest(draw: Draw, petIds: readonly string[]): Drawn {
  const key = 'test_enterprise';
  const petId = petIds[draw.integer(0, petIds.length - 1)] as string;
  const quantity = draw.integer(0, 1_000);
  const kinds: readonly (() => Drawn)[] = [
    () => ({ request: writeRequest('GET', '/v1/inventory', key), status: 200 }),
    () => ({ request: writeRequest('HEAD', '/v1/inventory', key), status: 200 }),
    () => ({ request: writeRequest('PATCH', `/v1/inventory/${petId}`, key, { quantity }), status: 200 }),
    () => ({ request: writeRequest('PATCH', `/v1/inventory/${petId}`, key, { quantity: 'many' }), status: 400 }),
    () => ({ request: writeRequest('GET', `/v1/pets/${petId}`, key), status: 200 }),
    () => ({ request: writeRequest('GET', '/v1/store/orders', key), status: 200 }),
    () => ({ request: writeRequest('POST', '/v1/messages', key, { message: 'm'.repeat(quantity) }), status: 200 }),
    () => ({ request: writeRequest('GET', '/v1/inventory', `wrong-${quantity}`), status: 401 }),
    () => ({ request: writeRequest('GET', `/v1/nowhere/${quantity}?${petId}`, key), status: 404 }),
  ];
  return (kinds[draw.integer(0, kinds.length - 1)] as () => Drawn)();
}
