import { expect, it } from 'vitest';
import { pagesOf, readRoute } from './route.js';

it.each([
  ['#/stock', { page: 'stock', number: undefined }],
  ['#/requests/17', { page: 'requests', number: 17 }],
  ['#/requests/17-18', { page: 'requests', number: 17, other: 18 }],
  ['#/requests/17-', { page: 'overview', number: undefined }],
  ['', { page: 'overview', number: undefined }],
  ['#/nowhere', { page: 'overview', number: undefined }],
  ['#/constructor', { page: 'overview', number: undefined }],
  ['#/stock/17', { page: 'stock', number: undefined }],
])('leads from %s to %o', (hash, route) => {
  expect(readRoute(hash)).toEqual(route);
});

it('does not lead to pages that a proxy lacks', () => {
  expect(readRoute('#/requests/17', true)).toMatchObject({ page: 'requests', number: 17 });
  expect(readRoute('#/stock', true)).toMatchObject({ page: 'overview' });
  expect(pagesOf(true)).toEqual(['overview', 'requests', 'contract', 'api']);
});
