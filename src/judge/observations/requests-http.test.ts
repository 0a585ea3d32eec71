import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import { type ExchangeInit, noKey, wrongKey } from '../../../tests/recorded.js';
import type { Credential } from '../../exchange/exchange.js';

it.each([
  [{ method: 'PROPFIND', status: 405 }, 405],
  [{ method: 'PROPFIND', status: 404 }, 404],
  [{ method: 'PROPFIND', status: 501, body: '<h1>501</h1>' }, undefined],
  [{ method: 'PROPFIND', status: 502 }, undefined],
  [{ method: 'PUT', path: '/inventory/7', status: 405 }, 405],
  [{ method: 'PROPFIND', path: '/nowhere', status: 404 }, undefined],
  [{ method: 'PROPFIND', status: 429 }, undefined],
  [{ method: 'HEAD', status: 405, body: '' }, undefined],
  [{ method: 'OPTIONS', status: 405 }, undefined],
] as const)('%j leads to %s', (told, choice) => {
  expect(observed('unknown-method', [told]).choice).toBe(choice);
});

const rejected = (value: string | undefined, credential: Credential): ExchangeInit => ({
  status: 401,
  headers: { 'WWW-Authenticate': value },
  credential,
});
const missing = (value?: string) => rejected(value, noKey);
const wrong = (value?: string) => rejected(value, wrongKey);
const other = (value?: string) => rejected(value, { kind: 'misplaced', name: 'key#1', where: 'basic' });
const usual = { missing: 'Bearer realm="petstore"', wrong: 'Bearer realm="petstore", error="invalid_token"' };

it.each([
  ['bearer', [missing(usual.missing), wrong(usual.wrong), other('Basic')]],
  ['bearer', [missing(usual.missing)]],
  ['none', [missing(), wrong(), other()]],
  [usual.missing, [missing(usual.missing), wrong(usual.missing)]],
  ['Basic realm="x"', [missing('Basic realm="x"')]],
  [undefined, [missing('Basic realm="x"'), wrong()]],
  [undefined, [wrong('Bearer nonce="1"'), wrong('Bearer nonce="2"')]],
  [undefined, [missing('größer')]],
])('sees the challenge %s', (choice, told) => {
  expect(observed('www-authenticate', told).choice).toBe(choice);
});

it('names the exchanges that differ, and a recording that hides the credentials', () => {
  expect(observed('www-authenticate', [missing(), missing('Bearer')])).toMatchObject({
    choice: undefined,
    exchanges: [1, 2],
    note: 'a 401: no WWW-Authenticate, WWW-Authenticate: "Bearer"',
  });
  expect(observed('www-authenticate', [rejected('Bearer', { kind: 'unknown' })])).toMatchObject({
    choice: undefined,
    note: 'no 401 shows whether its key was missing or wrong',
  });
});
