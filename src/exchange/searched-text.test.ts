import { expect, test } from 'vitest';
import { recordExchange } from './record-exchange.js';
import { Redactor } from './redactor.js';
import { SearchedText } from './searched-text.js';

const KEY = 'sk_live_4711_abcdef';

/** An update by a key that the response repeats. */
const exchange = recordExchange(
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
  new Redactor(),
);

test.each([
  ['blue', 2, 'the URL and headers, in any case'],
  ['x-client: blue', 1, 'a header with its name'],
  ['(mobile)', 1, 'signs of regular expressions'],
  ['/v1/inventory/7', 1, 'the path'],
  ['"quantity": 5', 3, 'JSON as it is shown, indented'],
  ['"quantity":5', 3, 'JSON as it was sent'],
  ['[{"petId": 7,', 1, 'several signs of JSON'],
  ['key#1', 2, 'the pseudonym of a key'],
  [KEY, 0, 'no key'],
  ['sk_live', 0, 'no part of a key'],
  ['green', 0, 'nothing that is not there'],
])('%s is found %i times: %s', (text, count) => {
  const searched = new SearchedText(text);
  expect(searched.countIn(exchange)).toBe(count);
  expect(searched.countIn(exchange)).toBe(count);
});

test('a body full of spaces is searched at once', () => {
  const body = `"${' '.repeat(1_000_000)}"`;
  const spaces = { ...exchange, request: { ...exchange.request, body } };
  const startMs = performance.now();
  expect(new SearchedText(' : 5').countIn(spaces)).toBe(2);
  expect(performance.now() - startMs).toBeLessThan(1_000);
});
