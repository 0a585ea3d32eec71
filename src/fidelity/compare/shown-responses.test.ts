import { expect, it } from 'vitest';
import { jsonResponses, objectOf, observedChoices, sideOf } from '../../../tests/profile-for-tests.js';
import { BASE_URL, type ExchangeInit, noKey, recorded } from '../../../tests/recorded.js';
import type { Side } from './comparison.js';
import { responsesOf } from './shown-responses.js';

const certain = { confidence: 'certain' } as const;
const method = {
  'unknown-method': { choice: 405, origin: 'observed', note: 'got 405', exchanges: [1, 2], ...certain },
} as const;

function sideWith(
  exchanges: readonly ExchangeInit[],
  parts: Parameters<typeof sideOf>[1] = { questions: method },
): Side {
  const side = sideOf('api', { ...parts, source: { baseUrl: BASE_URL } });
  return { ...side, exchanges: new Map(recorded(...exchanges).exchanges.map((each) => [each.number, each])) };
}

const put: ExchangeInit = { method: 'PUT', path: '/inventory', status: 405, headers: { Allow: 'GET, HEAD' } };
const path = 'question/unknown-method';

it('shows the same request to both sides', () => {
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

it('shows the first ones if no request was sent to both', () => {
  const left = sideWith([{ ...put, method: 'DELETE' }]);
  const right = sideWith([{ ...put, credential: noKey }]);
  expect(responsesOf(path, left, right).map(({ request }) => request)).toEqual([
    'DELETE /v1/inventory',
    'PUT /v1/inventory',
  ]);
});

it('shows of a profile only the number and the note', () => {
  const left = sideOf('old.json', { questions: method });
  expect(responsesOf(path, left, sideWith([put]))[0]).toEqual({ side: 'left', exchange: 1, note: 'got 405' });
  const vague = { 'unknown-method': { ...method['unknown-method'], note: 'Allow: "…"' } };
  expect(responsesOf(path, sideOf('old.json', { questions: vague }), sideOf('new.json', {}))).toEqual([]);
  const unseen = sideOf('old.json', {});
  expect(responsesOf(path, unseen, unseen)).toEqual([]);
  expect(responsesOf('latency/getPet', left, left)).toEqual([]);
});

it('shows of a profile the request without ids, its status and the note, beside the same request', () => {
  const lines = { '1': 'DELETE /inventory → 405', '2': 'PUT /inventory → 405' };
  const left = sideOf('old.json', { questions: method, exchanges: lines });
  const right = sideWith([
    { ...put, method: 'POST' },
    { ...put, status: 404 },
  ]);
  expect(responsesOf(path, left, right)).toMatchObject([
    { side: 'left', exchange: 2, request: 'PUT /inventory', status: 405, note: 'got 405' },
    { side: 'right', exchange: 2, request: 'PUT /v1/inventory', status: 404 },
  ]);
});

const violation = {
  problem: 'p',
  expected: 'e',
  received: 'r',
  pointer: null,
  exchange: '#1',
  place: 'x',
  number: 1,
};

it('shows what a profile has of the request that violates a rule', () => {
  const right = { ...sideWith([{ path: '/pets/3', body: '[' }]), violations: new Map([['body/json', [violation]]]) };
  const left = sideOf('old.json', { exchanges: { '5': 'GET /inventory → 200', '9': 'GET /pets/{petId} → 200' } });
  expect(responsesOf('rule/body/json', left, right)).toMatchObject([
    { side: 'left', exchange: 9, request: 'GET /pets/{petId}', status: 200 },
    { side: 'right', exchange: 1, body: '[' },
  ]);
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

it('shows what the side that passed got for the request that violates a rule', () => {
  const broken = {
    ...sideWith([{ path: '/store/orders', body: '[' }]),
    violations: new Map([['body/json', [violation]]]),
  };
  const sound = sideWith([{}, { path: '/store/orders' }]);
  expect(responsesOf('rule/body/json', broken, sound)).toMatchObject([
    { side: 'left', exchange: 1, body: '[' },
    { side: 'right', exchange: 2, body: '[]' },
  ]);
});
