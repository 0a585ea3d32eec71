import { afterAll, expect, test, vi } from 'vitest';

const calls: string[] = [];
let failure: Error | undefined;

vi.resetModules();
vi.doMock('msw/browser', () => {
  const step = async (name: string) => {
    calls.push(`${name} begins`);
    await Promise.resolve();
    calls.push(`${name} ends`);
    if (failure !== undefined) throw failure;
  };
  return { setupWorker: () => ({ events: { on() {} }, start: () => step('start'), stop: () => step('stop') }) };
});

vi.stubGlobal('navigator', {});
// Files share a process: the next one must not get the replaced worker.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});
const { setupPetstoreWorker } = await import('./browser.js');
vi.doUnmock('msw/browser');

test('a second start() waits for the first', async () => {
  const petstore = setupPetstoreWorker();
  calls.length = 0;
  await Promise.all([petstore.start(), petstore.start()]);
  expect(calls).toEqual(['start begins', 'start ends']);
  await petstore.start();
  expect(calls).toHaveLength(2);
});

test('the last of start(), stop() and start() at once decides', async () => {
  const petstore = setupPetstoreWorker();
  calls.length = 0;
  await Promise.all([petstore.start(), petstore.stop(), petstore.start()]);
  expect(calls).toEqual(['start', 'stop', 'start'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('starts again after a failure', async () => {
  const petstore = setupPetstoreWorker();
  failure = new Error('no script');
  await expect(petstore.start()).rejects.toThrow('no script');
  failure = undefined;
  calls.length = 0;
  await petstore.start();
  expect(calls).toEqual(['start begins', 'start ends']);
});
