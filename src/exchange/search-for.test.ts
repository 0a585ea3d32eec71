import { expect, test } from 'vitest';
import { recordExchange } from './record-exchange.js';
import { redactExchange } from './redact-exchange.js';
import { Redactor } from './redactor.js';
import { searchFor } from './request-log.js';

const KEY = 'sk_live_4711_abcdef';

/** An update by a key that the response repeats. */
const redactor = new Redactor();
const received = recordExchange(
  {
    request: {
      method: 'PATCH',
      url: 'http://127.0.0.1:4290/v1/inventory/7?trace=Blue',
      headers: [
        ['authorization', `Bearer ${KEY}`],
        ['x-client', 'blue (mobile)'],
      ],
      body: '{\n  "quantity" : 5,\n  "status": "sold"\n}',
    },
    response: {
      httpVersion: '1.1',
      status: 200,
      statusText: '',
      headers: [['X-Echo', KEY]],
      body: '[{"petId":7,"quantity":5},{"petId":8,"quantity":51}]',
      incomplete: undefined,
    },
    failure: undefined,
    startedMs: 0,
    endedMs: 0,
  },
  1,
  redactor,
);
const exchange = redactExchange(received, redactor);

test.each([
  ['blue', true, 'the URL and headers, in any case'],
  ['x-client: blue', true, 'a header with its name'],
  ['(mobile)', true, 'signs of regular expressions'],
  ['/v1/inventory/7', true, 'the path'],
  ['"quantity": 5', true, 'JSON as it is shown, indented'],
  ['"quantity":51', true, 'JSON as it was sent'],
  ['[{"petId": 7,', true, 'several signs of JSON'],
  ['key#1', true, 'the pseudonym of a key'],
  [KEY, false, 'no key'],
  ['sk_live', false, 'no part of a key'],
  ['green', false, 'nothing that is not there'],
])('whether %s is found is %j: %s', (text, isFound) => {
  expect(searchFor(text)(exchange)).toBe(isFound);
});

test('a body full of spaces is searched at once', () => {
  const body = `"${' '.repeat(1_000_000)}"`;
  const spaces = { ...exchange, request: { ...exchange.request, body } };
  const startMs = performance.now();
  expect(searchFor(' : 77')(spaces)).toBe(false);
  expect(performance.now() - startMs).toBeLessThan(1_000);
});
