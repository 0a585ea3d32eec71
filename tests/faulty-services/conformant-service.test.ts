import { describe, expect, it } from 'vitest';
import { makeService } from './conformant-service.js';
import { faultyServices } from './faulty-services.js';
import { walkThrough } from './request-script.js';
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

it('keeps ids and quantities beyond 2^53 to the last digit', () => {
  const answer = makeService().answer(update('9007199254740993', '{"quantity":9007199254740995}'), NOW_MS);
  expect(answer.body).toBe('{"petId":9007199254740993,"quantity":9007199254740995,"status":"available"}');
});

it('lists what was set', () => {
  const service = makeService();
  service.answer(update('17', '{"quantity":1e2}'), NOW_MS);
  expect(service.answer(listing, NOW_MS).body).toContain('{"petId":17,"quantity":100,"status":"pending"}');
});

it('allows sixty requests a minute', () => {
  const service = makeService();
  const statuses = Array.from({ length: 61 }, () => service.answer(listing, NOW_MS).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
  expect(service.answer(listing, NOW_MS + 60_000).status).toBe(200);
});

it('says when to come back', () => {
  const service = makeService({}, { quota: { perMinute: 1, perDay: 9 } });
  service.answer(listing, NOW_MS);
  const { status, headers } = service.answer(listing, NOW_MS + 500);
  expect(status).toBe(429);
  expect(headerIn(headers, 'retry-after')).toBe('60');
  expect(headerIn(headers, 'x-ratelimit-remaining')).toBe('0');
});

it('counts a day beside the minute', () => {
  const service = makeService({}, { quota: { perMinute: 5, perDay: 2 } });
  const statuses = [0, 1, 2].map((minute) => service.answer(listing, NOW_MS + minute * 60_000).status);
  expect(statuses).toEqual([200, 200, 429]);
});

describe('a fault', () => {
  it.each(faultyServices)('shows: $name', ({ make, makeSound }) => {
    const petId = /"petId":(-?\d+)/.exec(makeSound().answer(listing, NOW_MS).body)?.[1] ?? '1';
    const answers = (service: ReturnType<typeof make>) => walkThrough(service, petId).map(({ answer }) => answer);
    expect(answers(make())).not.toEqual(answers(makeSound()));
  });

  it.each(faultyServices)('leaves no trace in another one that is made: $name', ({ make }) => {
    expect(walkThrough(make(), '1')).toEqual(walkThrough(make(), '1'));
  });
});
