import { expect, test } from 'vitest';
import type { Credential } from '../../src/transcript/credential.js';
import { createPetstore } from '../petstore.js';

/** Answers the credential of a request with these `Authorization` headers and this query. */
function credentialOf(authorization: readonly string[], query = ''): Credential | undefined {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 1 });
  const headers = authorization.map((value): [string, string] => ['authorization', value]);
  petstore.answer({ method: 'GET', path: `/v1/inventory${query}`, headers });
  return petstore.journal.exchanges[0]?.request.credential;
}

const misplaced = (where: 'basic' | 'query'): Credential => ({ kind: 'misplaced', name: 'key#2', where });
const bearer = (name: string, standing: 'given' | 'unknown'): Credential => ({ kind: 'bearer', name, standing });

test.each<[string, string[], string, Credential]>([
  ['nothing', [], '', { kind: 'none' }],
  ['an empty header', [' '], '', { kind: 'none' }],
  ['a query without a key', [], '?page=2', { kind: 'none' }],
  ['an unknown key in the query', [], '?api_key=somebody', { kind: 'none' }],
  ['a good key', ['Bearer test_pro'], '', bearer('key#2', 'given')],
  ['a good key, in other capitals and spaces', ['bEARER   test_pro '], '', bearer('key#2', 'given')],
  ['a good key, in the query as well', ['Bearer test_pro'], '?api_key=test_pro', bearer('key#2', 'given')],
  ['a revoked key', ['Bearer test_revoked'], '', bearer('key#5', 'unknown')],
  ['an unknown key', ['Bearer somebody'], '', bearer('secret#1', 'unknown')],
  ['no key after Bearer', ['Bearer'], '', { kind: 'unknown' }],
  ['two keys', ['Bearer test_pro', 'Bearer test_free'], '', { kind: 'unknown' }],
  [
    'one key twice, which is one long wrong key',
    ['Bearer test_pro', 'Bearer test_pro'],
    '',
    bearer('key#2', 'unknown'),
  ],
  ['a key as Basic', ['Basic test_pro'], '', misplaced('basic')],
  ['a key in base64', [`Basic ${btoa('test_pro')}`], '', misplaced('basic')],
  ['a key for a password', [`Basic ${btoa('user:test_pro')}`], '', misplaced('basic')],
  ['a key for a name', [`basic ${btoa('test_pro:')}`], '', misplaced('basic')],
  ['another password', [`Basic ${btoa('user:password')}`], '', { kind: 'unknown' }],
  ['a key in the query', [], '?api_key=test_pro', misplaced('query')],
  ['a key in the query by any name, escaped', [], '?a=1&b=test%5Fpro', misplaced('query')],
  ['a key in the query beside a scheme of its own', ['Digest x'], '?api_key=test_pro', { kind: 'unknown' }],
  ['a key without a scheme', ['test_pro'], '', { kind: 'unknown' }],
])('%s', (_, authorization, query, credential) => {
  expect(credentialOf(authorization, query)).toEqual(credential);
});

test('a good key is good where a fault strikes before anybody looks at it', () => {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 1 });
  petstore.faults.next('any', { status: 401 });
  petstore.answer({ method: 'GET', path: '/v1/inventory', headers: { Authorization: 'Bearer test_pro' } });
  expect(petstore.journal.exchanges[0]?.request.credential).toEqual(bearer('key#2', 'given'));
});
