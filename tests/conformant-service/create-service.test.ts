import { expect, it } from 'vitest';
import { createService } from './create-service.js';
import { GOOD_KEY, headerIn, type ServiceRequest } from './service.js';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const bearer = ['Authorization', `Bearer ${GOOD_KEY}`] as const;
const listing: ServiceRequest = {
  method: 'GET',
  url: 'https://petstore.test/v1/inventory',
  headers: [bearer],
  body: undefined,
};
const update = (petId: string, body: string): ServiceRequest => ({
  method: 'PATCH',
  url: `https://petstore.test/v1/inventory/${petId}`,
  headers: [bearer, ['Content-Type', 'application/json']],
  body,
});

it('reads and writes integers beyond 2^53 exactly', () => {
  const response = createService().handle(update('9007199254740993', '{"quantity":9007199254740995}'), NOW_MS);
  expect(response.body).toBe('{"petId":9007199254740993,"quantity":9007199254740995,"status":"available"}');
});

it('lists an updated quantity', () => {
  const service = createService();
  service.handle(update('17', '{"quantity":1e2}'), NOW_MS);
  expect(service.handle(listing, NOW_MS).body).toContain('{"petId":17,"quantity":100,"status":"pending"}');
});

it('allows sixty requests a minute', () => {
  const service = createService();
  const statuses = Array.from({ length: 61 }, () => service.handle(listing, NOW_MS).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
  expect(service.handle(listing, NOW_MS + 60_000).status).toBe(200);
});

it('returns Retry-After at the limit', () => {
  const service = createService({ quota: { perMinute: 1, perDay: 9 } });
  service.handle(listing, NOW_MS);
  const { status, headers } = service.handle(listing, NOW_MS + 500);
  expect(status).toBe(429);
  expect(headerIn(headers, 'retry-after')).toBe('60');
  expect(headerIn(headers, 'x-ratelimit-remaining')).toBe('0');
});

it('counts a day beside the minute', () => {
  const service = createService({ quota: { perMinute: 5, perDay: 2 } });
  const statuses = [0, 1, 2].map((minute) => service.handle(listing, NOW_MS + minute * 60_000).status);
  expect(statuses).toEqual([200, 200, 429]);
});
