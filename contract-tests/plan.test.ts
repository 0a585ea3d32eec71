import { expect, it } from 'vitest';
import { budgetFor, mostRequests, type PlanOptions, planRequests } from './plan.js';
import { options } from './service-for-tests.js';

function total(changed: Partial<PlanOptions>): number {
  const chosen = { ...options, ...changed };
  return mostRequests(planRequests(chosen), chosen);
}

it('follows the key: what the reserve leaves of its limit, at most 200', () => {
  expect(total({ level: 'read' })).toBe(25);
  expect(total({ level: 'read', messagesUrl: options.baseUrl })).toBe(25);
  expect(total({ level: 'write' })).toBe(46);
  expect(total({ level: 'write', messagesUrl: options.baseUrl })).toBe(46);
  for (const plan of ['pro', 'business'] as const) {
    expect(budgetFor({ ...options, plan })).toBe(200);
  }
  expect(budgetFor(options, 120)).toBe(94);
  expect(budgetFor({ ...options, reserve: 0 }, 120)).toBe(118);
  expect(total({ level: 'exhaust', messagesUrl: options.baseUrl })).toBeLessThanOrEqual(600);
});

it('plans no more requests than the user allows', () => {
  for (let maxRequests = 0; maxRequests < 60; maxRequests++)
    expect(total({ maxRequests })).toBeLessThanOrEqual(maxRequests);
});

it('plans every observation if the user allows many requests', () => {
  const names = planRequests({ ...options, maxRequests: 400 }).map(({ probe }) => probe);
  expect(names).toEqual(expect.arrayContaining(['extra-field', 'text-plain']));
  expect(names.slice(-2)).toEqual(['restore', 'restored']);
});

it('plans no PATCH of a pet and no message at level read', () => {
  const plan = planRequests({ ...options, level: 'read', messagesUrl: options.baseUrl });
  const changing = plan.filter(({ method }) => method === 'PATCH' || method === 'POST');
  expect(changing.map(({ credential }) => credential)).not.toContain('key');
  expect([...new Set(changing.map(({ url }) => url.replace(/\?.*/, '')))]).toEqual([
    `${options.baseUrl}/inventory/not-an-id`,
    `${options.baseUrl}/messages`,
  ]);
});

it('does not contain the key', () => {
  const plan = JSON.stringify(planRequests({ ...options, level: 'exhaust', plan: 'pro' }));
  expect(plan).not.toContain(options.apiKey);
  expect(plan).toContain('/store/orders?api_key={key}&access_token={key}&apikey={key}&key={key}&token={key}');
});

it('contains the number of repetitions and their condition', () => {
  const plan = planRequests({ ...options, level: 'exhaust' });
  const inTurn = plan.filter(({ condition }) => condition === 'until 429, at most 126 times');
  expect(inTurn.map(({ probe }) => probe)).toEqual(['overrun', 'overrun-orders', 'overrun-pet', 'overrun-update']);
  const together = plan.filter(({ condition }) => condition === 'at the same time, with one request left');
  expect(together.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'GET', 'PATCH', 'GET', 'PATCH', 'GET']);
  const shared = planRequests({ ...options, level: 'exhaust', isExclusive: false });
  expect(shared.some(({ probe }) => probe === 'beyond-the-limit')).toBe(false);
  expect(shared.filter(({ probe }) => probe.endsWith('-at-once')).map(({ method }) => method)).toEqual([
    'GET',
    'GET',
    'GET',
    'GET',
  ]);
  expect(shared.find(({ probe }) => probe === 'overrun')).toMatchObject({ condition: 'until 429, at most 501 times' });
});
