import { expect, it } from 'vitest';
import { observedChoices, sideOf } from '../../../tests/profile-for-tests.js';
import { BASE_URL, type ExchangeInit, recorded } from '../../../tests/recorded.js';
import { compareProfiles } from './compare-profiles.js';
import type { Side } from './comparison.js';

interface Sent extends ExchangeInit {
  readonly probe?: string;
}

function sideWith(sent: readonly Sent[], parts: Parameters<typeof sideOf>[1] & Pick<Side, 'isFake'> = {}): Side {
  const { isFake, ...profile } = parts;
  const all = recorded(...sent).exchanges.map((each, index) => ({ ...each, probe: sent[index]?.probe }));
  const exchanges = new Map(all.map((each) => [each.number, each]));
  return { ...sideOf('api', { ...profile, source: { baseUrl: BASE_URL } }), exchanges, ...(isFake && { isFake }) };
}

const list: Sent = { probe: 'list', path: '/inventory', status: 200, body: '[]', headers: { Server: 'pets/9' } };
const bad: Sent = { probe: 'bad', method: 'PATCH', path: '/inventory/3', status: 400 };
const error = (message: string, code = 'bad') => JSON.stringify({ code, message, status: 400 });

function compared(left: readonly Sent[], right: readonly Sent[]) {
  const { differences } = compareProfiles(sideWith(left), sideWith(right));
  return differences.map((each) => [each.path, each.left, each.right]);
}

it.each<[string, Sent, Sent, string]>([
  ['a status', bad, { ...bad, status: 422 }, 'request/bad/status'],
  ['the value of a header', list, { ...list, headers: { Server: 'pets/10' } }, 'request/list/header/server'],
  ['that a header is there', list, { ...list, headers: {} }, 'request/list/header/server'],
  ['a text', { ...bad, body: error('No.') }, { ...bad, body: error('No!') }, 'request/bad/error/message'],
  ['a code', { ...bad, body: error('', 'E4') }, { ...bad, body: error('', 'E5') }, 'request/bad/error/code'],
  ['a body', { ...bad, body: '{}' }, { ...bad, body: 'No' }, 'request/bad/body'],
])('names %s, with both responses', (_, left, right, path) => {
  const { differences } = compareProfiles(sideWith([left]), sideWith([right]));
  expect(differences.map((each) => each.path)).toEqual([path]);
  expect(differences[0]?.responses).toMatchObject([{ side: 'left' }, { side: 'right' }]);
});

it.each([
  ['5', '5.0'],
  ['"m-1"', '"message-1"'],
  ['"2026-01-01T10:00:00.123Z"', '"2026-01-01T10:00:00+00:00"'],
  ['"placed"', '"PLACED"'],
])('names another form of a field: %s and %s', (one, other) => {
  const twice = (value: string): Sent[] => [1, 2].map(() => ({ ...list, body: `[{"at":${value}}]` }));
  expect(compared(twice(one), twice(other)).map(([path]) => path)).toEqual(['request/list/field/items/at']);
  // One may be an exception.
  expect(compared(twice(one).slice(1), twice(other))).toEqual([]);
});

it.each<[string, Sent[], Sent[]]>([
  [
    'numbers and ids in texts',
    [{ ...bad, body: error('Pet 3 (req_8fK2)') }],
    [{ ...bad, body: error('Pet 7 (req_9aa1)') }],
  ],
  ['records', [{ ...list, body: '[{"name":"Rex"}]' }], [{ ...list, body: '[{"name":"Bella","tag":"x"}]' }]],
  ['an instance', [{ ...list, headers: { Server: 'web-1' } }], [{ ...list, headers: { Server: 'web-2' } }]],
  ['the order of members', [{ ...bad, body: '{"a":"x","b":"y"}' }], [{ ...bad, body: '{"b": "y", "a": "x"}' }]],
  ['what is limited', [list], [{ ...list, status: 429 }]],
  ['an outage', [list], [{ ...list, status: 503 }]],
  ['a pet that was sold', [{ path: '/pets/3', probe: 'pet' }], [{ path: '/pets/3', probe: 'pet', status: 404 }]],
  ['another request', [list], [{ ...list, probe: 'orders', status: 204 }]],
])('leaves out %s', (_, left, right) => {
  expect(compared(left, right)).toEqual([]);
});

it('leaves out what changes between alike responses of a side', () => {
  const shows = (...servers: string[]) =>
    servers.map((server) => ({ ...list, headers: server ? { Server: server } : {} }));
  expect(compared(shows('a', ''), shows('', ''))).toEqual([]);
  expect(compared(shows('a', 'b'), shows('c', 'd'))).toEqual([]);
  const texts = (...words: string[]) =>
    words.map((word, at) => ({ ...bad, probe: `bad-${at}`, body: error(`see ${word}`) }));
  expect(compared(texts('fox', 'owl', 'bee', 'ant'), texts('elk', 'cow', 'dog', 'cat'))).toEqual([]);
});

it('does not repeat what a question names', () => {
  const choices = (choice: 400 | 404) => ({ questions: observedChoices({ 'malformed-pet-id': choice }) });
  const [left, right] = [sideWith([bad], choices(400)), sideWith([{ ...bad, status: 404 }], choices(404))];
  expect(compareProfiles(left, right).differences.map(({ path }) => path)).toEqual(['question/malformed-pet-id']);
});

it('compares requests without a probe by what they are, numbers aside', () => {
  const own: Sent = { path: '/inventory/3', method: 'PATCH', sends: '{"quantity":3}', status: 200 };
  const found = compared([own], [{ ...own, path: '/inventory/4', sends: '{"quantity": 9}', status: 201 }]);
  expect(found).toEqual([]);
  const [[path] = []] = compared([own], [{ ...own, path: '/inventory/4', sends: '{"quantity":9}', status: 201 }]);
  expect(path).toMatch(/^request\/PATCH ~1inventory~10 .*\/status$/);
});

it('compares with a fake without the headers that are its own', () => {
  const fake = sideWith([{ ...list, headers: { Server: 'pets/9', 'Access-Control-Allow-Origin': '*' } }], {
    isFake: true,
  });
  expect(compareProfiles(sideWith([list]), fake).differences).toEqual([]);
});
