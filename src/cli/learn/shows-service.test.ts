import { expect, test } from 'vitest';
import { profileOf } from '../../../mocks/imitation/profile-for-tests.js';
import { showsService } from './shows-service.js';

const json = { type: ['object'] } as const;
const list = { type: ['array'] } as const;
const stopped = (answers: NonNullable<Parameters<typeof profileOf>[0]['answers']>) => {
  const profile = profileOf({ answers });
  return { ...profile, source: { ...profile.source, stopped: 'interrupted' } };
};

test('whatever was answered to the end shows something', () => {
  expect(showsService(profileOf({ answers: { 'other 404': {} } }))).toBe(true);
  expect(showsService(profileOf({}))).toBe(false);
});

test('an answer that is the same to everything shows nothing', () => {
  const all = { 'listInventory 200': { body: json }, 'getPet 200': { body: json }, 'other 200': { body: json } };
  expect(showsService(profileOf({ answers: all }))).toBe(false);
  expect(showsService(stopped(all))).toBe(false);
  expect(showsService(profileOf({ answers: { ...all, 'listInventory 401': { body: json } } }))).toBe(true);
  expect(showsService(profileOf({ answers: { ...all, 'listInventory 200': { body: list } } }))).toBe(true);
});

test('a run that was stopped shows something where one operation was answered as it should be', () => {
  expect(showsService(stopped({ 'listInventory 200': { body: list } }))).toBe(true);
  expect(showsService(stopped({ 'getPet 200': { body: json } }))).toBe(true);
  expect(showsService(stopped({ 'listInventory 200': { body: 'other' } }))).toBe(false);
  expect(showsService(stopped({ 'listInventory 401': { body: json }, 'other 200': { body: json } }))).toBe(false);
});
