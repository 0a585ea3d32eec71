import { expect, it } from 'vitest';
import { pagesOf, readRoute } from './route.js';

it.each([
  ['#/stock', { page: 'stock' }],
  ['#/requests/17', { page: 'requests', number: 17 }],
  ['#/requests/17-', { page: 'overview' }],
  ['#/behaviour/ban-threshold', { page: 'behaviour', question: 'ban-threshold' }],
  ['', { page: 'overview' }],
  ['#/nowhere', { page: 'overview' }],
  ['#/constructor', { page: 'overview' }],
  ['#/stock/17', { page: 'stock' }],
])('leads from %s to %o', (hash, route) => {
  expect(readRoute(hash)).toEqual(route);
});

it('does not lead to pages that a proxy lacks', () => {
  expect(readRoute('#/requests/17', true)).toEqual({ page: 'requests', number: 17 });
  expect(readRoute('#/stock', true)).toEqual({ page: 'overview' });
  expect(pagesOf(true)).toEqual(['overview', 'requests', 'contract']);
});
