/**
 * Times what a request costs in process: handled at once, and the same as an entry of another server, decoded and applied.
 * Runs in its own process and sends the results.
 */
import { handle } from '../mocks/handle.js';
import { completeRequest } from '../mocks/petstore.js';
import { World } from '../mocks/world.js';
import { EntryDecoder, encodeEntry, originOf } from '../src/server/shared-store/entries.js';
import { toEntries } from '../src/server/shared-store/streams.js';
import { median } from './statistics.js';
import type { EntryCost } from './store-comparison.js';

const REQUESTS = 2_000;
const WARM_UP = 20;
const batches = Number(process.argv[2]);

const requests = Array.from({ length: REQUESTS }, (_, index) =>
  index % 2 === 0
    ? completeRequest({
        method: 'PATCH',
        path: `/v1/inventory/${1 + (index % 50)}`,
        headers: { ...common(), 'content-type': 'application/json' },
        body: `{"quantity":${index}}`,
      })
    : completeRequest({ method: 'GET', path: '/v1/inventory', headers: common() }),
);

function common() {
  return { host: '127.0.0.1:4290', connection: 'keep-alive', authorization: 'Bearer test_enterprise' };
}

const cost: EntryCost = { handleMicroseconds: timeHandling(), ...timeEntries() };
process.send?.(cost);

function createWorld(): World {
  const limit = 1_000_000_000;
  return new World({
    pets: 100,
    journalLimit: 10_000,
    behaviour: { 'enterprise-limits': { perMinute: limit, perDay: limit } },
  });
}

function timeHandling(): number {
  const world = createWorld();
  return timed(() => {
    for (const request of requests) handle(request, world);
  });
}

function timeEntries(): Omit<EntryCost, 'handleMicroseconds'> {
  const world = createWorld();
  const inputs = requests.map((request) => ({
    kind: 'request' as const,
    request: { ...request, callerAddress: '127.0.0.1' },
  }));
  let number = 0;
  const encode = () => inputs.map((input) => encodeEntry({ server: '0123456789ab', number: ++number }, input));
  const replies = encode().map((fields, index): [Buffer, Buffer[]] => [
    Buffer.from(`1795262400000-${index}`),
    fields.map((field) => Buffer.from(field)),
  ]);
  const decoder = new EntryDecoder();
  const decodeMicroseconds = timed(() => {
    for (const entry of toEntries(replies)) {
      originOf(entry);
      decoder.decode(entry);
    }
  });
  const foreignMicroseconds = timed(() => {
    for (const entry of toEntries(replies)) {
      originOf(entry);
      const { input } = decoder.decode(entry);
      if (input.kind === 'request') handle(input.request, world);
    }
  });
  return { encodeMicroseconds: timed(() => void encode()), decodeMicroseconds, foreignMicroseconds };
}

/** Microseconds of CPU for one: the machine may have other work. */
function timed(act: () => void): number {
  const times: number[] = [];
  for (let batch = -WARM_UP; batch < batches; batch += 1) {
    const before = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(before);
    if (batch >= 0) times.push((user + system) / REQUESTS);
  }
  return median(times);
}
