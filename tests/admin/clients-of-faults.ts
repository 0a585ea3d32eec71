import type { ServedFake } from '../serve-fake.js';

/** Sends that many concurrent requests and returns their statuses, or `none` if the connection was reset. */
export async function outcomes(call: ServedFake['call'], count: number): Promise<readonly (number | 'none')[]> {
  const one = () => call('GET /inventory', { key: 'test_enterprise' });
  return Promise.all(
    Array.from({ length: count }, () =>
      one().then(
        ({ status }) => status,
        () => 'none' as const,
      ),
    ),
  );
}

/** Returns whether a response takes at least that many milliseconds of real time. */
export async function lasts(ms: number, response: Promise<unknown>): Promise<boolean> {
  const startMs = performance.now();
  await response;
  return performance.now() - startMs >= ms - 5;
}

export function isRejected(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}
