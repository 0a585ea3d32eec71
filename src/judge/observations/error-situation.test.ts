import { expect, it } from 'vitest';
import { BASE_URL, type ExchangeInit, noKey, recorded, settings, wrongKey } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-exchanges.js';
import { gatherEvidence } from '../judge.js';
import { errorSituationOf } from './errors.js';

function situationOf(told: ExchangeInit, before: ExchangeInit[] = [list()]) {
  const evidence = gatherEvidence(recorded(...before, told), settings);
  const [reading] = evidence.readings.slice(-1);
  return reading && errorSituationOf(evidence, reading);
}

const update = (sends: string, changes: ExchangeInit = {}) => patch(5, { sends, status: 400, ...changes });
const post = (sends: string, changes: ExchangeInit = {}): ExchangeInit => ({
  method: 'POST',
  path: '/messages',
  sends,
  status: 400,
  ...changes,
});
const typed = (type: string | undefined) => ({ requestHeaders: { 'Content-Type': type } });
const plain = '{"quantity":5}';

it.each<[string | undefined, ExchangeInit]>([
  ['key-missing', { status: 401, credential: noKey }],
  ['key-missing', update('{', { status: 401, credential: noKey })],
  ['key-wrong', { status: 401, credential: wrongKey }],
  ['key-not-bearer', { status: 401, credential: { kind: 'misplaced', name: 'key#1', where: 'basic' } }],
  [undefined, { status: 401, credential: { kind: 'misplaced', name: 'key#1', where: 'query' } }],
  [undefined, { status: 401, credential: { kind: 'unknown' } }],
  [undefined, update('{', { credential: noKey })],

  ['path-unknown', { path: '/nowhere', status: 404 }],
  [undefined, { path: '/nowhere?a=1', status: 404 }],
  ['method-unknown', { method: 'PUT', path: '/inventory', status: 404 }],
  ['method-unknown', { method: 'PUT', path: '/inventory', status: 405 }],
  [undefined, { method: 'PUT', path: '/pets/x', status: 404 }],
  ['pet-unknown', { path: '/pets/9', status: 404 }],
  ['pet-unknown', update('{', { path: '/inventory/9', status: 404 })],
  [undefined, { path: '/pets/7', status: 404 }],
  ['pet-id-malformed', { path: '/pets/x', status: 404 }],
  ['pet-id-malformed', update(plain, { path: '/inventory/x' })],
  ['pet-id-beyond-int64', { path: '/pets/9223372036854775808', status: 404 }],
  ['pet-id-malformed', { path: '/pets/2.5', status: 400 }],
  [undefined, update('{', { path: '/inventory/x' })],
  [undefined, { path: '/pets/007', status: 404 }],

  ['content-type-wrong', update(plain, typed('text/plain'))],
  ['content-type-missing', update(plain, { ...typed(undefined), status: 415 })],
  ['content-type-wrong', update('{', { ...typed('text/plain'), status: 415 })],
  [undefined, update('{', typed('text/plain'))],
  [undefined, update(plain, typed('application/json; charset=latin-1'))],
  ['content-type-missing', post('{"message":"Hello"}', typed(undefined))],

  ['body-empty', update('')],
  ['body-malformed', update('{"quantity":')],
  ['body-malformed', post('{"message":')],
  [undefined, update(`\uFEFF${plain}`)],
  [undefined, update('{"quantity":5,"quantity":5}')],
  [undefined, update(plain, { requestHeaders: { 'Content-Encoding': 'gzip' } })],
  ['body-no-object', update('[5]')],
  ['body-no-object', update('null')],

  ['field-missing', update('{}')],
  ['field-missing', post('{}')],
  [undefined, update('{"colour":1}')],
  ['field-wrong', update('{"quantity":"5"}')],
  ['field-wrong', update('{"quantity":2.5}')],
  ['field-wrong', update('{"quantity":null}')],
  ['field-wrong', post('{"message":5}')],
  ['field-out-of-range', update('{"quantity":-1}')],
  ['field-out-of-range', update('{"quantity":99999999999999999999}')],
  [undefined, update('{"quantity":1e2}')],
  [undefined, update('{"quantity":3}')],
  ['field-unknown', update('{"quantity":5,"colour":1}')],
  [undefined, update('{"quantity":-1,"colour":1}')],
  [undefined, update(`${plain}${' '.repeat(2_000)}`)],
  ['field-blank', post('{"message":" "}')],
  [undefined, post('{"message":"Hello"}')],

  [undefined, update(plain, { path: '/inventory/9', status: 400, requestHeaders: { Prefer: 'code=400' } })],
])('distinguishes %s by %j', (situation, told) => {
  expect(
    situationOf({ ...told, ...(told.method === 'PATCH' && told.sends === '' ? typed('application/json') : {}) }),
  ).toBe(situation);
});

it('recognises an unknown pet only by the list', () => {
  expect(situationOf({ path: '/pets/9', status: 404 }, [])).toBeUndefined();
  expect(situationOf(update('{}', { path: '/inventory/9' }), [])).toBe('field-missing');
});

it('does not treat a quantity as invalid that was accepted before', () => {
  expect(situationOf(update('{"quantity":40,"colour":1}'), [list(), patch(40)])).toBe('field-unknown');
});

it('ignores a path outside the base URL', () => {
  const messagesUrl = BASE_URL.replace('/v1', '/quickstart');
  const [, told] = recorded(list(), { method: 'PUT', path: '/messages', status: 404 }).exchanges;
  if (told === undefined) throw new Error('Nothing was recorded.');
  const elsewhere = { ...told, request: { ...told.request, url: `${messagesUrl}/messages` } };
  const evidence = gatherEvidence({ exchanges: [elsewhere], run: undefined }, { ...settings, messagesUrl });
  const [reading] = evidence.readings;
  expect(reading && errorSituationOf(evidence, reading)).toBeUndefined();
});
