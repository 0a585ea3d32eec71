import { delay, HttpResponse, http } from 'msw';
import { describe, expect, onTestFinished, vi } from 'vitest';
import type { TestPetstore } from '../msw/shared-server.js';
import { createPetstoreTest } from './vitest-test.js';

const it = createPetstoreTest();
const headers = { authorization: 'Bearer test_free', 'content-type': 'application/json' };
const list = ({ baseUrl }: TestPetstore) => fetch(`${baseUrl}/inventory`, { headers });
const setQuantity = ({ baseUrl }: TestPetstore, quantity: number) =>
  fetch(`${baseUrl}/inventory/1`, { method: 'PATCH', headers, body: JSON.stringify({ quantity }) });

/** Installs vitest's fake timers until the test ends. */
function useFakeTimers(now: string) {
  // With msw 3 requests pass through Node's own client. It needs setImmediate to use a connection again, and waits four seconds without.
  vi.useFakeTimers({
    now: new Date(now),
    ...(process.env.MSW_MAJOR === '3' && { toFake: ['Date', 'setTimeout', 'clearTimeout'] }),
  });
  onTestFinished(() => void vi.useRealTimers());
}

describe('each test has its own fake', () => {
  for (const quantity of [101, 102]) {
    it(`which it may change: ${quantity}`, async ({ petstore }) => {
      expect(petstore.journal.exchanges).toHaveLength(0);
      expect(petstore.inventory.get(1)?.quantity).toBeLessThanOrEqual(100);
      expect((await setQuantity(petstore, quantity)).status).toBe(200);
    });
  }
});

describe('handlers of a test', () => {
  it('come before those of the fake', async ({ petstore }) => {
    petstore.server.use(http.get(`${petstore.baseUrl}/inventory`, () => HttpResponse.json([])));
    expect(await (await list(petstore)).json()).toEqual([]);
  });

  it('are removed before the next test', async ({ petstore }) => {
    expect(await (await list(petstore)).json()).toHaveLength(100);
  });

  it('may respond late, or never', async ({ petstore }) => {
    petstore.server.use(http.get(`${petstore.baseUrl}/inventory`, () => delay('infinite')));
    const leaving = new AbortController();
    const request = fetch(`${petstore.baseUrl}/inventory`, { headers, signal: leaving.signal });
    leaving.abort();
    await expect(request).rejects.toThrow('abort');
  });
});

describe('options', () => {
  const small = it.extend({ petstoreOptions: { pets: 3, baseUrl: 'https://api.example.test/v1' } });

  small('can be set for one test function', async ({ petstore }) => {
    expect(petstore.baseUrl).toBe('https://api.example.test/v1');
    expect(await (await list(petstore)).json()).toHaveLength(3);
  });

  it('do not affect other tests of the same file', async ({ petstore }) => {
    expect(await (await list(petstore)).json()).toHaveLength(100);
  });

  describe('of a group', () => {
    it.override({ petstoreOptions: { pets: 5 } });

    it('can be set for it', async ({ petstore }) => {
      expect(await (await list(petstore)).json()).toHaveLength(5);
    });
  });
});

it('hooks receive the fake of their test', async ({ petstore }) => {
  petstore.scenario('empty-store');
  expect(await (await list(petstore)).json()).toEqual([]);
});

describe('fake timers', () => {
  it('move the fake’s clock, and requests still get a response', async ({ petstore }) => {
    useFakeTimers('2026-11-21T12:00:00Z');
    expect(petstore.clock.now()).toBe(Date.parse('2026-11-21T12:00:00Z'));
    petstore.limits.exhaust('test_free');
    expect((await list(petstore)).status).toBe(429);
    vi.advanceTimersByTime(61_000);
    expect((await list(petstore)).status).toBe(200);
  });

  it('set the fake’s clock', async ({ petstore }) => {
    useFakeTimers('2026-11-21T12:00:00Z');
    vi.setSystemTime('2027-12-31T00:00:00Z');
    expect((await list(petstore)).headers.get('date')).toBe('Fri, 31 Dec 2027 00:00:00 GMT');
  });

  it('hold back a response that a fault delays', async ({ petstore }) => {
    useFakeTimers('2026-11-21T12:00:00Z');
    petstore.faults.next('listInventory', { delayMs: 60_000 });
    const request = list(petstore);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), 60_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await request).status).toBe(200);
  });
});

describe('concurrent tests', () => {
  const withOwnAddress = (name: string) =>
    it.extend({ petstoreOptions: { baseUrl: `https://${name}.example.test/v1` } });

  for (const name of ['one', 'two', 'three']) {
    withOwnAddress(name).concurrent(`need a base URL of their own: ${name}`, async ({ petstore }) => {
      for (const quantity of [1, 2, 3]) {
        await setQuantity(petstore, quantity);
        expect(petstore.inventory.get(1)).toMatchObject({ quantity });
      }
      expect(petstore.journal.exchanges).toHaveLength(3);
    });
  }
});
