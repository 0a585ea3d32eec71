import { expect, it } from 'vitest';
import { createService } from '../tests/conformant-service/create-service.js';
import { checkService } from '../tests/conformant-service/in-process.js';
import type { Call, Changes } from '../tests/conformant-service/steps.js';
import { createDraw } from './draw.js';

const options = { level: 'write', isExclusive: false } as const;

/** The run neither draws the pet before the last one, nor is it the first or last of any kind. */
const statuses = ['available', 'sold', 'pending', ...Array<'available'>(6).fill('available')] as const;
const stock = statuses.map((status, index) => ({
  petId: BigInt(index + 1),
  quantity: BigInt(40 + 13 * index),
  status,
}));
const seeds = [1, 2, 3, 4, 5];

/** Changes that pet after each request that is chosen. */
function after(isChosen: (call: Call, status: number) => boolean): Changes {
  return {
    finish: (usual) => (call, response) => {
      const given = usual(call, response);
      const pet = call.state.pets.at(-2);
      if (pet !== undefined && isChosen(call, given.status)) pet.quantity -= 1n;
      return given;
    },
  };
}

async function check(changes: Changes, seed: number) {
  const { transcript, verdicts, left } = await checkService(createService({ stock }, changes), { ...options, seed });
  const problems = verdicts.flatMap(({ findings }) => findings.map(({ problem }) => problem));
  const suspects = transcript.exchanges.filter(({ probe }) => probe === 'list-after-suspects');
  return { sent: transcript.exchanges.length, stopped: transcript.run?.stopped, left, problems, suspects };
}

it.each<[string, (call: Call, status: number) => boolean]>([
  ['GET /store/orders', ({ operation }, status) => operation === 'listOrders' && status === 200],
  ['GET /inventory', ({ operation }, status) => operation === 'listInventory' && status === 200],
  ['GET /inventory that got 401', ({ operation }, status) => operation === 'listInventory' && status === 401],
  ['POST /messages that got 400', ({ operation }, status) => operation === 'sendMessage' && status === 400],
])('confirms within the usual budget that %s changes the stock', async (request, isChosen) => {
  let confirmed = 0;
  for (const seed of seeds) {
    const { sent, stopped, left, problems } = await check(after(isChosen), seed);
    if (problems[0]?.includes(`requests ${request}, and at no other time`)) confirmed++;
    expect({ stopped, left }).toEqual({ stopped: undefined, left: [] });
    expect(sent).toBeLessThanOrEqual(46);
  }
  // The draw of some seeds leaves too few requests for a proof.
  expect(confirmed).toBeGreaterThanOrEqual(3);
});

it('sends nothing more to a service that does as it should', async () => {
  const { problems, suspects } = await check({}, 1);
  expect([problems, suspects]).toEqual([[], []]);
});

it.each([0.02, 0.1, 0.4, 1])('accuses nobody where another client takes one at a rate of %s', async (rate) => {
  for (const seed of seeds) {
    const draw = createDraw(seed, 'another client');
    const { sent, stopped, left, problems } = await check(
      after(() => draw.fraction() < rate),
      seed,
    );
    expect({ problems, stopped, left }).toEqual({ problems: [], stopped: undefined, left: [] });
    // What the window leaves is for repeating what was seen.
    expect(sent).toBeLessThan(60);
  }
});
