import { expect, it } from 'vitest';
import { BASE_URL, type ExchangeInit, noKey, recorded, wrongKey } from '../../../tests/recorded.js';
import { exchangeLine, parseExchangeLine, requestLine } from './request-line.js';

const lineOf = (init: ExchangeInit) => recorded(init).exchanges.map((each) => exchangeLine(each, BASE_URL))[0];

it.each<[ExchangeInit, string]>([
  [{}, 'GET /inventory → 200'],
  [{ credential: noKey, status: 401 }, 'GET /inventory without a key → 401'],
  [{ credential: wrongKey, status: 401 }, 'GET /inventory with a wrong key → 401'],
  [{ path: '/pets/4711', status: 404 }, 'GET /pets/{petId} → 404'],
  [{ path: '/pets/kaethe', status: 400 }, 'GET /pets/{no id} → 400'],
  [{ path: '/customers/kaethe?by=kaethe', status: 404 }, 'GET an unknown path?… → 404'],
  [{ method: 'kaethe', status: 405 }, 'another method, /inventory → 405'],
  [{ method: 'PATCH', path: '/inventory/7', sends: '{"quantity":5}' }, 'PATCH /inventory/{petId} → 200'],
  [
    {
      method: 'POST',
      path: '/messages',
      sends: 'kaethe',
      requestHeaders: { 'Content-Type': 'text/kaethe' },
      status: 415,
    },
    'POST /messages of another type → 415',
  ],
])('writes of %j only what is not of a store', (init, line) => {
  expect(lineOf(init)).toBe(line);
});

it('reads the request and the status of a line', () => {
  const [exchange] = recorded({ path: '/pets/4711', status: 404 }).exchanges;
  if (exchange === undefined) throw new Error('One exchange is recorded.');
  const request = requestLine(exchange, BASE_URL);
  expect(parseExchangeLine(exchangeLine(exchange, BASE_URL))).toEqual({ request, status: 404 });
  expect(parseExchangeLine(`${request} → no response`)).toEqual({ request, status: null });
});
