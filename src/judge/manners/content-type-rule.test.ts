import { expect, it } from 'vitest';
import { recorded, type Told } from '../../../tests/recorded.js';
import { mannersOf, update, verdictIn } from './judged-manners-for-tests.js';

const judged = (...told: Told[]) => mannersOf('names-content-type', ...told);
const typed = (type: string | undefined, told: Told = update) =>
  judged({ ...told, requestHeaders: { 'Content-Type': type } });
const message: Told = { method: 'POST', path: '/messages', sends: '{"message":"hi"}' };

it('finds a body without a content type', () => {
  expect(typed(undefined).findings).toMatchObject([
    { problem: 'a body was sent without Content-Type', statement: undefined },
  ]);
});

it('finds a body of another type', () => {
  expect(typed('text/plain;charset=UTF-8').findings).toMatchObject([
    { problem: 'a body was sent as something else than JSON', received: 'Content-Type: "text/plain"' },
  ]);
});

it('quotes for messages what the document says of messages', () => {
  expect(typed(undefined, message).findings).toMatchObject([{ statement: 'messages.request-headers' }]);
});

it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('accepts %s', (type) => {
  expect(typed(type).outcome).toBe('pass');
});

it('asks no content type of a request without a body', () => {
  expect(judged({}, { method: 'PATCH', path: '/inventory/7' }).exchanges).toEqual([]);
});

it('tells nothing of a body or of headers that were not recorded', () => {
  const [exchange] = recorded(update).exchanges;
  if (exchange === undefined) throw new Error('one was told');
  const outcome = (change: object) => {
    const request = { ...exchange.request, headers: [], ...change };
    return verdictIn({ exchanges: [{ ...exchange, request }], run: undefined }, 'names-content-type').outcome;
  };
  expect(outcome({})).toBe('inconclusive');
  expect(outcome({ body: undefined, isBodyMissing: true, headers: [['Accept', '*/*']] })).toBe('inconclusive');
});
