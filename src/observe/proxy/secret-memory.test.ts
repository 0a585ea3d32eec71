import { expect, test } from 'vitest';
import { createSecretMemory } from './secret-memory.js';

const head = (key: string) => ({
  target: '/v1/inventory',
  requestHeaders: ['Authorization', `Bearer ${key}`],
  response: undefined,
});

test('answers a secret that is new once, and keeps it in mind until it has a name', () => {
  const memory = createSecretMemory('https://petstore.test', () => {});
  memory.remember(['known_key_1', 'key']);
  expect(memory.newIn(head('known_key_1'))).toEqual([]);
  expect(memory.newIn(head('other_key_2'))).toEqual([['other_key_2', 'key']]);
  expect(memory.newIn(head('other_key_2'))).toEqual([]);
  // The observer had given a name to another one first.
  memory.remember(['third_key_3', 'key']);
  memory.remember(['other_key_2', 'key']);
  expect(memory.all.map(([secret]) => secret)).toEqual(['known_key_1', 'third_key_3', 'other_key_2']);
});

test('hands over what has no name yet behind what has one', () => {
  const memory = createSecretMemory('https://petstore.test', () => {});
  memory.newIn(head('new_key_1'));
  memory.remember(['named_key_2', 'key']);
  expect(memory.all.map(([secret]) => secret)).toEqual(['named_key_2', 'new_key_1']);
  expect(memory.redactor().redact('new_key_1')).toBe('key#2');
});

test('answers no more secrets than an observer seeks', () => {
  const memory = createSecretMemory('https://petstore.test', () => {});
  const found = Array.from({ length: 1_100 }, (_, sent) => memory.newIn(head(`made_up_key_${sent}`))).flat();
  expect(found).toHaveLength(1_000);
});
