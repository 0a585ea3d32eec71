import { expect, test } from 'vitest';
import type { DifferenceKind } from './comparison.js';
import { ignoring } from './ignoring.js';

test.each<[name: string, kind: DifferenceKind, id: string]>([
  ['answers X-Region', 'header', 'answers X-Region'],
  ['answers x-region', 'header', 'successes X-Region'],
  ['answers X-Region', 'header', 'errors X-Region'],
  ['answers X-Region', 'header', '404 X-Region'],
  ['answers X-Region', 'header', 'getPet X-Region'],
  ['header:answers X-Region', 'header', 'getPet 404 X-Region'],
  ['errors X-Region', 'header', 'getPet 404 X-Region'],
  ['successes X-Region', 'header', '200 X-Region'],
  ['404 X-Region', 'header', 'getPet 404 X-Region'],
  ['getPet X-Region', 'header', 'getPet 404 X-Region'],
  ['errors /trace id', 'field', '401 /trace id'],
  ['/items/sold at', 'field', 'listInventory 200 /items/sold at'],
  ['header', 'header', 'errors X-Region'],
  ['X-Region', 'header', 'errors X-Region'],
])('%s leaves out the %s %s', (name, kind, id) => {
  expect(ignoring([name])({ kind, id })).toBe(true);
});

test.each<[name: string, kind: DifferenceKind, id: string]>([
  ['successes X-Region', 'header', 'answers X-Region'],
  ['successes X-Region', 'header', 'getPet 404 X-Region'],
  ['errors X-Region', 'header', 'getPet X-Region'],
  ['getPet 404 X-Region', 'header', '404 X-Region'],
  ['answers X-Region', 'header', 'answers X-Zone'],
  ['field:answers X-Region', 'header', 'answers X-Region'],
  ['answers', 'header', 'answers X-Region'],
  ['answers getPet', 'latency', 'getPet'],
])('%s keeps the %s %s', (name, kind, id) => {
  expect(ignoring([name])({ kind, id })).toBe(false);
});
