import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { Told } from '../../../tests/recorded.js';

const error = (status: number, code: string): Told => ({ status, body: { code, message: 'No “way”.', status } });

it('maps every code to the situation it was seen in', () => {
  const told = [400, 401, 404, 405, 410, 413, 415, 429, 500].map((status) => error(status, `E${status}`));
  expect(observed('error-codes', told).answer).toEqual({
    invalid_request: 'E400',
    unauthorized: 'E401',
    not_found: 'E404',
    method_not_allowed: 'E405',
    gone: 'E410',
    payload_too_large: 'E413',
    unsupported_media_type: 'E415',
    rate_limit_exceeded: 'E429',
    internal_error: 'E500',
  });
});

it('names no code where a status has two, or none that is a text', () => {
  const told = [error(400, 'a'), error(400, 'b'), error(404, 'c'), error(422, 'd'), error(401, ' ')];
  expect(observed('error-codes', told)).toMatchObject({
    answer: { not_found: 'c' },
    note: '400: "a" or "b"; 404: "c"',
  });
  expect(observed('error-codes', told.slice(0, 2)).answer).toBeUndefined();
});

it('quotes a message', () => {
  expect(observed('error-messages', [error(404, 'c')])).toMatchObject({ answer: undefined, exchanges: [1] });
  expect(observed('error-messages', [error(404, 'c')]).note).toContain('a 404 says "No “way”."');
});

it.each([
  ['bearer', 'Bearer realm="x"'],
  ['none', undefined],
  [undefined, 'Basic'],
])('sees the challenge %s', (answer, value) => {
  const told: Told = { status: 401, headers: { 'WWW-Authenticate': value } };
  expect(observed('www-authenticate', [told]).answer).toBe(answer);
});

it('sees no one challenge where two answers differ', () => {
  const told: Told[] = [{ status: 401 }, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } }];
  expect(observed('www-authenticate', told)).toMatchObject({ answer: undefined, exchanges: [1, 2] });
});
