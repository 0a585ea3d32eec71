import { expect, test as petstoreTest, type TestPetstore } from '../../src/entries/vitest.js';

/** The clock stands still: no time passes between a response and the next request. */
const test = petstoreTest.extend({ petstoreOptions: { clock: '2026-11-21T12:00:00Z', pets: 1 } });

/** A client that heeds no 429, and gives up after so many retries. */
async function listWith(retries: number, { baseUrl }: TestPetstore, signal?: AbortSignal): Promise<void> {
  for (let sent = 0; sent <= retries; sent++) {
    const headers = { Authorization: 'Bearer test_free' };
    const response = await fetch(`${baseUrl}/inventory`, { headers, ...(signal && { signal }) });
    if (response.status !== 429) return;
  }
}

test('a loop of immediate retries is ill-mannered', async ({ petstore }) => {
  petstore.limits.exhaust('test_free');
  await listWith(3, petstore);
  expect(() => expect(petstore).toBeWellMannered()).toThrow('manners/waits-for-retry-after');
  expect(() => expect(petstore).toBeWellMannered()).toThrow('manners/backs-off-exponentially');
});

test('two such loops in parallel are ill-mannered', async ({ petstore }) => {
  petstore.limits.exhaust('test_free');
  await Promise.all([listWith(3, petstore), listWith(3, petstore)]);
  expect(() => expect(petstore).toBeWellMannered()).toThrow('manners/waits-for-retry-after');
});

test('many components that load the same in parallel are not', async ({ petstore }) => {
  petstore.limits.exhaust('test_free');
  await Promise.all(Array.from({ length: 12 }, () => listWith(0, petstore)));
  expect(petstore).toBeWellMannered();
  expect(petstore.journal.exchanges.every(({ sentAfter }) => sentAfter === undefined)).toBe(true);
});

test('components that load in sequence get the benefit of the doubt', async ({ petstore }) => {
  petstore.limits.exhaust('test_free');
  await listWith(0, petstore);
  await listWith(0, petstore);
  expect(petstore).toBeWellMannered();
});

test('a delayed response has not reached the client', async ({ petstore }) => {
  petstore.faults.next('listInventory', { delayMs: 3_600_000 });
  const leaving = new AbortController();
  const slow = listWith(0, petstore, leaving.signal);
  await listWith(0, petstore);
  await listWith(0, petstore);
  expect(petstore.journal.exchanges.map(({ sentAfter }) => sentAfter)).toEqual([undefined, undefined, undefined]);
  leaving.abort();
  await expect(slow).rejects.toThrow('abort');
});
