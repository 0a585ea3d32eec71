import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { ExchangeInit } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-exchanges.js';

const sent = (sends: string, status: number) => patch(3, { sends, status });

const nested = (levels: number, status: number) =>
  sent(`{"quantity":3,"x":${'['.repeat(levels - 1)}"[["${']'.repeat(levels - 1)}}`, status);

it('sees the nesting limit if one level more is rejected', () => {
  expect(observed('nesting-limit', [list(), nested(100, 200), nested(101, 400)]).choice).toBe(100);
  expect(observed('nesting-limit', [list(), nested(50, 200), nested(101, 400)])).toMatchObject({
    choice: undefined,
    note: 'updates: most that was accepted: 50 levels; least that got 400: 101 levels',
  });
});

const large = (bytes: number, status: number) => sent(`{"quantity":3}${' '.repeat(bytes - 14)}`, status);

it('sees the size limit if one byte more is rejected', () => {
  expect(observed('body-limit', [list(), large(2048, 200), large(2049, 413)]).choice).toBe(2048);
  expect(observed('body-limit', [list(), large(2048, 200)]).choice).toBeUndefined();
});

it('concludes no depth from a body that is rejected for its contents', () => {
  expect(observed('nesting-limit', [list(), sent('{"quantity":[5]}', 400)]).exchanges).toEqual([]);
});

it('reports no nesting limit if more levels than any choice were accepted', () => {
  expect(observed('nesting-limit', [list(), nested(1001, 200)])).toMatchObject({ choice: 'none', sightings: 1 });
  expect(observed('nesting-limit', [list(), nested(1001, 200), nested(101, 400)]).choice).toBeUndefined();
  expect(observed('nesting-limit', [list(), nested(1000, 200)])).toMatchObject({
    choice: undefined,
    note: 'updates: most that was accepted: 1000 levels; least that got 400: none',
  });
  expect(observed('nesting-limit', [list(), nested(1000, 200), nested(1001, 400)]).choice).toBe(1000);
});

it('concludes no depth if everything is rejected, or a deeper body is accepted', () => {
  expect(observed('nesting-limit', [list(), nested(2, 400), nested(3, 400)]).choice).toBeUndefined();
  expect(observed('nesting-limit', [list(), nested(100, 200), nested(101, 400), nested(200, 200)]).choice).toBe(
    undefined,
  );
});

const message = (sends: string, status: number): ExchangeInit => ({
  method: 'POST',
  path: '/messages',
  sends,
  status,
  ...(status === 200 && { body: { id: 'a', message: 'a', status: 'queued', createdAt: '2026-01-31T09:30:00Z' } }),
});
const nestedMessage = (levels: number, status: number) =>
  message(`{"message":"a","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`, status);
/** No message is in it. */
const blank = (bytes: number, status: number) => message(`{${' '.repeat(bytes - 2)}}`, status);

it('sees bounds of messages that are not those of updates', () => {
  const levels = [nested(100, 200), nested(101, 400), nestedMessage(20, 200), nestedMessage(21, 400)];
  expect(observed('nesting-limit', [list(), ...levels])).toMatchObject({
    choice: { updateInventory: 100, sendMessage: 20 },
    unseen: [],
  });
  const sizes = [large(2048, 200), large(2049, 413), blank(1000, 400), blank(1001, 413)];
  expect(observed('body-limit', [list(), ...sizes]).choice).toEqual({ updateInventory: 2048, sendMessage: 1000 });
});

it('takes updates for like messages unless they accepted more, and names them as unseen', () => {
  const messages = [blank(1000, 400), blank(1001, 413)];
  const unseen = ['updateInventory'];
  expect(observed('body-limit', [list(), ...messages])).toMatchObject({ choice: 1000, unseen });
  expect(observed('body-limit', [list(), ...messages, large(900, 200)])).toMatchObject({ choice: 1000, unseen });
  expect(observed('body-limit', [list(), ...messages, large(2_000, 200)])).toMatchObject({
    choice: { updateInventory: 1_048_576, sendMessage: 1000 },
    unseen,
  });
  expect(observed('body-limit', [list(), ...messages, large(2_097_153, 200)])).toMatchObject({
    choice: { updateInventory: 2_097_153, sendMessage: 1000 },
    unseen,
  });
});

it('concludes no size from a message that is rejected for its text', () => {
  const sizes = [message(`{"message":${' '.repeat(988)}1}`, 400), blank(1001, 413)];
  expect(observed('body-limit', [list(), ...sizes]).choice).toBeUndefined();
});
