import { expect, test } from 'vitest';
import { faultFrom } from './fault-form.js';

test('the initial form sends a 503 for every request', () => {
  expect(faultFrom({})).toEqual({ operation: 'any', status: 503 });
});

test('every typed value is sent', () => {
  const draft = { operation: 'getPet', key: ' key#2 ', probability: '.25', count: '3', seed: '7' };
  expect(faultFrom({ ...draft, body: 'malformed', dripMs: '100', delayMs: '500' })).toEqual({
    operation: 'getPet',
    key: 'key#2',
    status: 503,
    body: 'malformed',
    dripMs: 100,
    delayMs: 500,
    probability: 0.25,
    count: 3,
    seed: 7,
  });
});

test('a connection reset has no status and no body', () => {
  expect(faultFrom({ response: 'reset', body: 'truncated', dripMs: '100' })).toEqual({
    operation: 'any',
    network: 'reset',
  });
});

test('text that is not a number is sent for the server to reject', () => {
  expect(faultFrom({ status: 'five hundred' })).toEqual({
    operation: 'any',
    status: 'five hundred',
  });
});
