import { expect, test } from 'vitest';
import { withoutAdminReads } from './without-admin-reads.js';

function lines(...asked: readonly [method: string, path: string][]) {
  const told: string[] = [];
  const log = withoutAdminReads({ request: ({ method, path }) => told.push(`${method} ${path}`), bug: () => {} });
  for (const [method, path] of asked) {
    log.request?.({ method, path, status: 200, durationMs: 1, keyAlias: undefined, remaining: undefined });
  }
  return told;
}

test('tells what changes something', () => {
  const asked: [string, string][] = [
    ['POST', '/__admin/reset'],
    ['PATCH', '/__admin/behaviour'],
    ['DELETE', '/__admin/worlds/w1'],
  ];
  expect(lines(...asked)).toEqual(['POST /__admin/reset', 'PATCH /__admin/behaviour', 'DELETE /__admin/worlds/w1']);
});

test('leaves out what only looks, the page too', () => {
  const asked: [string, string][] = [
    ['GET', '/__admin'],
    ['GET', '/__admin/ui/assets/index-C0ffee42.js'],
    ['HEAD', '/__admin/clock'],
    ['OPTIONS', '/__admin/reset'],
  ];
  expect(lines(...asked)).toEqual([]);
});

test('tells everything of the fake', () => {
  expect(lines(['GET', '/v1/inventory'], ['GET', '/__administrator'])).toHaveLength(2);
});

test('puts no line together where nobody reads one', () => {
  expect(withoutAdminReads({ request: undefined, bug: () => {} }).request).toBeUndefined();
});
