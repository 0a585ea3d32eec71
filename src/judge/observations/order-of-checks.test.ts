import { describe, expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import { type ExchangeInit, noKey, wrongKey } from '../../../tests/recorded.js';
import { list } from '../../../tests/stock-exchanges.js';
import type { Check } from '../../service/questions/order-of-checks.js';

const error = (status: number, code: string, message = code) => ({ status, body: { code, message, status } });
const patch = (id: string, sends: string, type = 'application/json') => ({
  method: 'PATCH',
  path: `/inventory/${id}`,
  sends,
  requestHeaders: { 'Content-Type': type },
});

/** One request with each fault alone. */
const alone: readonly ExchangeInit[] = [
  list(),
  { credential: noKey, ...error(401, 'key') },
  { path: '/nothing', ...error(404, 'path') },
  { method: 'PROPFIND', ...error(405, 'method') },
  { path: '/pets/abc', ...error(400, 'id') },
  { ...patch('abc', '{"quantity":5}'), ...error(400, 'id') },
  { ...patch('7', '{"quantity":5}', 'text/plain'), ...error(415, 'type') },
  { ...patch('7', '{"quantity":'), ...error(400, 'json') },
  { ...patch('7', '{}'), ...error(400, 'fields') },
  { ...patch('9', '{"quantity":5}'), ...error(404, 'pet') },
];

const choiceAfter = (...told: ExchangeInit[]) => observed('order-of-checks', [...alone, ...told]);
const expectBefore = (choice: unknown, first: Check, later: Check) => {
  const order = choice as readonly Check[];
  expect(order.indexOf(first)).toBeLessThan(order.indexOf(later));
};

it('observes nothing without a request that fails two checks', () => {
  expect(choiceAfter().choice).toBeUndefined();
});

describe.each([
  ['key', 'path', { path: '/nothing', credential: wrongKey }, error(401, 'key'), error(404, 'path')],
  ['key', 'method', { method: 'PROPFIND', credential: noKey }, error(401, 'key'), error(405, 'method')],
  ['key', 'pet-id', { path: '/pets/abc', credential: noKey }, error(401, 'key'), error(400, 'id')],
  ['method', 'pet-id', { method: 'PROPFIND', path: '/pets/abc' }, error(405, 'method'), error(400, 'id')],
  ['pet-id', 'content-type', patch('abc', '{"quantity":5}', 'text/plain'), error(400, 'id'), error(415, 'type')],
  ['pet-id', 'json', patch('abc', '{"quantity":'), error(400, 'id'), error(400, 'json')],
  ['pet-id', 'fields', patch('abc', '{}'), error(400, 'id'), error(400, 'fields')],
  ['content-type', 'json', patch('7', '{"quantity":', 'text/plain'), error(415, 'type'), error(400, 'json')],
  ['json', 'pet', patch('9', '{"quantity":'), error(400, 'json'), error(404, 'pet')],
  ['fields', 'pet', patch('9', '{}'), error(400, 'fields'), error(404, 'pet')],
] as const)('a request that fails %s and %s', (one, other, request, first, second) => {
  it('shows the usual order', () => {
    const { choice, unseen } = choiceAfter({ ...request, ...first });
    expect(choice).toBe('as-listed');
    expect(unseen).not.toContain(`${one} or ${other}`);
  });

  it('shows another order', () => {
    expectBefore(choiceAfter({ ...request, ...second }).choice, other, one);
  });

  it('shows nothing if responses differ', () => {
    const { choice } = choiceAfter({ ...request, ...first }, { ...request, ...second });
    expect(choice).toBeUndefined();
  });
});

it('names the pair whose order differs from request to request', () => {
  const request = { path: '/nothing', credential: noKey };
  const { unseen, unknown } = choiceAfter(
    { ...request, ...error(401, 'key') },
    { ...request, ...error(404, 'path') },
    { ...patch('abc', '{}'), ...error(400, 'id') },
  );
  expect(unseen).toContain('key or path');
  expect(unknown).toEqual({ 'key or path': 'differs between requests' });
});

it('tells errors of one status apart by their messages', () => {
  const both = (message: string) => error(400, 'bad_request', message);
  const { choice } = observed('order-of-checks', [
    list(),
    { ...patch('abc', '{"quantity":5}'), ...both('abc is no id') },
    { ...patch('7', '{}'), ...both('nothing in it') },
    { ...patch('xyz', '{}'), ...both('nothing in it') },
  ]);
  expectBefore(choice, 'fields', 'pet-id');
});

it.each([
  ['errors that are alike', { ...patch('abc', '{"quantity":', 'text/plain'), ...error(400, 'bad') }],
  ['an error of another kind', { ...patch('abc', '{}'), ...error(422, 'unlike') }],
  ['a limited request', { ...patch('abc', '{}'), ...error(429, 'limit') }],
  ['a key in the wrong place', { path: '/nothing', credential: { kind: 'misplaced', name: 'key#1', where: 'query' } }],
] as const)('observes nothing from %s', (_, told) => {
  expect(choiceAfter({ status: 404, ...told }).choice).toBeUndefined();
});

it('does not count what a service accepts alone as a fault', () => {
  const { unseen = [] } = observed('order-of-checks', [
    list(),
    { ...patch('7', '{"quantity":5}', 'text/plain'), body: { petId: 7, quantity: 5, status: 'sold' } },
    { ...patch('7', '{}'), ...error(400, 'fields') },
    { ...patch('9', '{"quantity":5}'), ...error(404, 'pet') },
    { ...patch('9', '{}', 'text/plain'), ...error(404, 'pet') },
  ]);
  expect(unseen).not.toContain('fields or pet');
  expect(unseen).toContain('content-type or pet');
});
