import { expect, it } from 'vitest';
import { jsonResponses, objectOf, observedChoices, sideOf } from '../../../tests/profile-for-tests.js';
import { BASE_URL, type ExchangeInit, recorded } from '../../../tests/recorded.js';
import type { Side } from './comparison.js';
import { evidenceOf } from './evidence-of.js';

const responsesOf = (...asked: Parameters<typeof evidenceOf>) => evidenceOf(...asked).responses ?? [];

const certain = { confidence: 'certain' } as const;
const method = {
  'unknown-method': { choice: 405, origin: 'observed', note: 'got 405', exchanges: [1, 2], ...certain },
} as const;

function sideWith(
  exchanges: readonly ExchangeInit[],
  parts: Parameters<typeof sideOf>[1] = { questions: method },
): Side {
  const all = recorded(...exchanges).exchanges.map((each) => ({ ...each, probe: each.request.method }));
  const side = sideOf('api', { ...parts, source: { baseUrl: BASE_URL } });
  return { ...side, exchanges: new Map(all.map((each) => [each.number, each])) };
}

const put: ExchangeInit = { method: 'PUT', path: '/inventory', status: 405, headers: { Allow: 'GET, HEAD' } };
const path = 'question/unknown-method';

it('shows the same probe on both sides', () => {
  const left = sideWith([{ ...put, method: 'DELETE' }, put]);
  const right = sideWith([{ ...put, status: 404, headers: {} }, put]);
  expect(responsesOf(path, left, right)).toEqual([
    {
      side: 'left',
      exchange: 2,
      request: 'PUT /v1/inventory',
      status: 405,
      headers: ['Allow: GET, HEAD'],
      body: '{"code":"refused","message":"Refused","status":405}',
    },
    expect.objectContaining({ side: 'right', exchange: 1, status: 404, headers: [] }),
  ]);
});

it('shows the first ones if no probe was sent to both', () => {
  const left = sideWith([{ ...put, method: 'DELETE' }]);
  const right = sideWith([put]);
  expect(responsesOf(path, left, right).map(({ request }) => request)).toEqual([
    'DELETE /v1/inventory',
    'PUT /v1/inventory',
  ]);
});

it('shows nothing of a profile from a file', () => {
  const left = sideOf('old.json', { questions: method });
  const right = sideWith([{ ...put, status: 404 }]);
  expect(responsesOf(path, left, right)).toEqual([
    expect.objectContaining({ side: 'right', exchange: 1, request: 'PUT /v1/inventory', status: 404 }),
  ]);
});

it('shows how a side violates a rule, each problem once', () => {
  const violation = { problem: 'p', expected: 'e', received: 'r', pointer: null, exchange: '#1 GET /v1/pets/3 → 200' };
  const also = { ...violation, problem: 'p (and so 3 more)', exchange: '#2' };
  const broken = { ...sideOf('b', {}), violations: new Map([['body/json', [violation, also]]]) };
  const { violations, responses } = evidenceOf('rule/body/json', sideOf('a', {}), broken);
  expect(violations).toEqual([{ side: 'right', ...violation }]);
  expect(responses).toBeUndefined();
});

it('shows the content type and body that were sent, and shortens long texts', () => {
  const long = { ...put, sends: `{"note":"${'x'.repeat(500)}"}`, body: 'y'.repeat(500) };
  const [shown] = responsesOf(path, sideWith([long]), sideWith([]));
  expect(shown?.sent).toMatch(/^application\/json \{"note":"x+…$/);
  expect(shown?.body).toMatch(/^y+…$/);
  expect(shown?.body).toHaveLength(160);
});

it('shows the header of a difference, or that it is absent', () => {
  const responses = { 'other 405': jsonResponses(objectOf({}), { exchanges: [1] }) };
  const [with_, without] = [sideWith([put], { responses }), sideWith([{ ...put, headers: {} }], { responses })];
  const shown = responsesOf('response/other/405/header/allow', with_, without);
  expect(shown.map(({ headers }) => headers)).toEqual([['allow: GET, HEAD'], ['no allow']]);
});

it.each<[string, ExchangeInit, readonly string[]]>([
  ['question/www-authenticate', { headers: { 'WWW-Authenticate': 'Bearer' } }, ['WWW-Authenticate: Bearer']],
  ['question/deprecation-headers/Sunset', { headers: { Sunset: 'now' } }, ['Sunset: now']],
  ['question/retry-after-format', { headers: { 'Retry-After': '7' } }, ['Retry-After: 7']],
])('shows the headers that %s is about', (question, response, headers) => {
  const choices = observedChoices({
    'www-authenticate': 'Bearer',
    'deprecation-headers': 'none',
    'retry-after-format': 'seconds',
  });
  const [shown] = responsesOf(question, sideWith([response], { questions: choices }), sideWith([]));
  expect(shown?.headers).toEqual(expect.arrayContaining([...headers]));
});
