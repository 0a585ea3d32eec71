import { expect, test } from 'vitest';
import type { HeaderList } from '../../src/exchange/exchange.js';
import { createRedactor } from '../../src/exchange/redactor.js';
import { hideHeaderValues, record } from './record.js';

const TOKEN = 'tok3n-of-a-session-4711';

function recordAnswer(headers: HeaderList, body = '') {
  const sent = {
    number: 1,
    probe: 'list',
    request: { method: 'GET', url: 'https://api.example.test/v1/inventory', headers: [], body: undefined },
    credential: { kind: 'none' },
    result: {
      httpVersion: '1.1',
      status: 200,
      statusText: 'OK',
      headers,
      body: new TextEncoder().encode(body),
      incomplete: undefined,
    },
    startedMs: 0,
    endedMs: 1,
  } as const;
  return record(sent, createRedactor()).response;
}

test.each([
  ['Set-Cookie', `sid=${TOKEN}; Path=/; HttpOnly`, 'sid=secret#1; Path=/; HttpOnly'],
  ['Set-Cookie', 'theme=dark; Path=/', 'theme=removed; Path=/'],
  [
    'Location',
    `https://login.example.test/?next=/v1&token=${TOKEN}`,
    'https://login.example.test/?next=/v1&token=secret#1',
  ],
  ['Location', '/v1/messages/m-1', '/v1/messages/m-1'],
  [
    'Link',
    `</v2?access_token=${TOKEN}>; rel="successor-version"`,
    '</v2?access_token=secret#1>; rel="successor-version"',
  ],
  ['X-Access-Token', '1', 'secret#0'],
  ['X-RateLimit-Remaining', '59', '59'],
])('records %s: %s as %s', (name, value, expected) => {
  expect(recordAnswer([[name, value]])?.headers).toEqual([[name, expected]]);
});

test('takes what a cookie holds out of the body, too, but no ordinary value', () => {
  const text = JSON.stringify([{ petId: 1, status: 'available', session: TOKEN }]);
  const headers: HeaderList = [
    ['X-Access-Token', '1'],
    ['Set-Cookie', 'shown=available'],
    ['Set-Cookie', `sid=${TOKEN}`],
  ];
  expect(recordAnswer(headers, text)?.body).toEqual({
    kind: 'text',
    text: text.replace(TOKEN, 'secret#1'),
    isRedacted: true,
  });
});

function hide(name: string, value: string) {
  const redactor = createRedactor();
  const baseUrl = 'https://tenant-4711.example.test/v1';
  const [[, shown] = []] = hideHeaderValues({ headers: [[name, value]], baseUrl, messagesUrl: undefined }, redactor);
  return { shown, elsewhere: redactor.redact(`a body that says ${value}`) };
}

test('hides what may be a secret, wherever it shows up', () => {
  expect(hide('X-Gateway', 's3cret-t0ken-of-a-gateway')).toEqual({
    shown: 'secret#1',
    elsewhere: 'a body that says secret#1',
  });
});

test.each(['available', '1', 'tenant-4711'])(
  'hides %s in the header alone: elsewhere it is an ordinary word',
  (value) => {
    expect(hide('X-Tenant', value)).toEqual({ shown: 'secret#0', elsewhere: `a body that says ${value}` });
  },
);

test('shows by which program a request was sent', () => {
  expect(hide('User-Agent', 'petstore-mock/0.1.0').shown).toBe('petstore-mock/0.1.0');
});
