import { expect, test } from 'vitest';
import { profileOf } from './profile-for-tests.js';
import { showsService, whyNoService } from './shows-service.js';

const json = { type: ['object'] } as const;
const list = { type: ['array'] } as const;
const stopped = (responses: NonNullable<Parameters<typeof profileOf>[0]['responses']>) => {
  const profile = profileOf({ responses });
  return { ...profile, source: { ...profile.source, stopped: 'interrupted' } };
};

test('any response of a finished run shows the service', () => {
  expect(showsService(profileOf({ responses: { 'other 404': {} } }))).toBe(true);
  expect(showsService(profileOf({}))).toBe(false);
});

test('the same response to everything does not show the service', () => {
  const all = { 'listInventory 200': { body: json }, 'getPet 200': { body: json }, 'other 200': { body: json } };
  expect(showsService(profileOf({ responses: all }))).toBe(false);
  expect(showsService(stopped(all))).toBe(false);
  expect(showsService(profileOf({ responses: { ...all, 'listInventory 401': { body: json } } }))).toBe(true);
  expect(showsService(profileOf({ responses: { ...all, 'listInventory 200': { body: list } } }))).toBe(true);
});

test('an interrupted run shows the service if one operation got an expected response', () => {
  expect(showsService(stopped({ 'listInventory 200': { body: list } }))).toBe(true);
  expect(showsService(stopped({ 'getPet 200': { body: json } }))).toBe(true);
  expect(showsService(stopped({ 'listInventory 200': { body: 'other' } }))).toBe(false);
  expect(showsService(stopped({ 'listInventory 401': { body: json }, 'other 200': { body: json } }))).toBe(false);
});

test('a list for every request does not show the service, but an empty list does', () => {
  const same = { 'listInventory 200': { body: list }, 'listOrders 200': { body: list } };
  const all = { ...same, 'updateInventory 200': { body: list }, 'other 200': { body: list } };
  expect(showsService(profileOf({ responses: all }))).toBe(false);
  expect(whyNoService(profileOf({ responses: all }))).toContain('the responses are not those of the service');
  expect(showsService(profileOf({ responses: same }))).toBe(true);
  expect(showsService(profileOf({ responses: { ...same, 'getPet 200': { body: json } } }))).toBe(true);
  const rejected = { ...same, 'listInventory 401': { body: json }, 'other 404': { body: json } };
  expect(showsService(profileOf({ responses: rejected }))).toBe(true);
});

test('server errors do not show the service, even with responses of a gateway', () => {
  const failed = { 'listInventory 503': { body: json }, 'getPet 502': { body: json }, 'other 503': { body: json } };
  expect(whyNoService(profileOf({ responses: failed }))).toContain('the server failed (502 and 503)');
  const refusals = { 'listInventory 401': { body: json }, 'other 404': { body: json } };
  expect(showsService(profileOf({ responses: { ...failed, ...refusals } }))).toBe(false);
  expect(showsService(profileOf({ responses: { ...failed, 'listOrders 200': { body: list } } }))).toBe(false);
  expect(showsService(profileOf({ responses: { ...failed, 'listInventory 200': { body: list } } }))).toBe(true);
});
