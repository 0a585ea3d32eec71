import { expect, test } from 'vitest';
import { originOf } from './origin.js';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4290'],
  ['localhost', 'http://localhost:4290'],
  ['0.0.0.0', 'http://127.0.0.1:4290'],
  ['::', 'http://[::1]:4290'],
  ['::1', 'http://[::1]:4290'],
])('a server on %s is reached at %s', (host, origin) => {
  expect(originOf(host, 4290)).toBe(origin);
});
