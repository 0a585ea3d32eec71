// Long: no spelling of a path that a client may send makes a rule accuse a service.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addresses } from '../../tests/judged-manners.js';
import { type ExchangeInit, goodKey, noKey, recorded, settings } from '../../tests/recorded.js';
import { list, patch } from '../../tests/stock-exchanges.js';
import { petstore } from '../service/petstore.js';
import { gatherEvidence, judgeEvidence } from './judge.js';
import { manners } from './manners/manners.js';
import { observe } from './observations/observe.js';
import { hasMalformedId, pathIdOf, readExchange } from './reading.js';

const evidenceOf = (told: readonly ExchangeInit[], level: 'write' | undefined) =>
  gatherEvidence(recorded(...told), { ...settings, level });

const accusations = (told: readonly ExchangeInit[], level: 'write' | undefined = 'write') =>
  judgeEvidence(evidenceOf(told, level))
    .filter(({ outcome }) => outcome === 'violation')
    .map(({ rule }) => rule.id);

const percent = (text: string) =>
  text.replace(/./gs, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
const encodeSome = (text: string, mask: number) =>
  [...text].map((character, index) => (((mask >> index) & 1) === 1 ? percent(character) : character)).join('');

/** Spellings of the id of pet 7 that a service may read as 7, and may read as something else. */
const idSpellings = fc.oneof(
  fc.constantFrom('%37', '%2537', '7;v=1', '7%3bv=1', '07', '007', '+7', '%2B7', '7.0', '7e0', '%207', '7%20', '7%09'),
  fc.constantFrom('7.json', '7%2ejson', '7%00', '7%2f', '%2f7', '8%2f..%2f7', '8%5c..%5c7', '0_7', '٧', '%D9%A7'),
);

/** Spellings of a whole path below the base URL. */
const pathSpellings = (path: string) =>
  fc.oneof(
    fc.integer({ min: 1, max: 2 ** 9 - 1 }).map((mask) => `/${encodeSome(path.slice(1), mask)}`),
    fc.constantFrom(
      `/.${path}`,
      `/x/..${path}`,
      `/%2e${path}`,
      `/x/%2E%2e${path}`,
      `${path}/.`,
      `/${path}`,
      `${path}/`,
    ),
    fc.constantFrom(`${path};v=1`, `${path}?`, path.toUpperCase(), path.replaceAll('/', '\\'), `${path}/x/..`),
  );

type Reading = 'as pet 7' | 'as another path';
const readings = fc.constantFrom<Reading>('as pet 7', 'as another path');
const missing = { status: 404 } as const;

/** What a conformant service answers to an update, a bad update, and an update without a key. */
function exchanged(path: string, reading: Reading, quantity: number): ExchangeInit[] {
  const isSeven = reading === 'as pet 7';
  const isSet = isSeven ? { 7: quantity } : {};
  const update = patch(quantity, { path });
  return [
    list(),
    isSeven ? update : { ...update, ...missing, body: undefined },
    list(isSet),
    { method: 'PATCH', path, sends: '{"quantity":"x"}', status: isSeven ? 400 : 404 },
    { method: 'PATCH', path, sends: `{"quantity":${quantity}}`, credential: noKey, status: isSeven ? 401 : 403 },
    list(isSet),
    { path: path.replace('inventory', 'pets'), ...(isSeven ? { body: { id: 7 } } : missing) },
    list(isSet),
  ];
}

it.each(['write', undefined] as const)('accuses nobody for how the id of a pet is spelled (level %s)', (level) => {
  const check = (spelling: string, reading: Reading, quantity: number) => {
    expect(accusations(exchanged(`/inventory/${spelling}`, reading, quantity), level)).toEqual([]);
  };
  fc.assert(fc.property(idSpellings, readings, fc.constantFrom(3, 5), check), { numRuns: 300 });
});

it.each(['write', undefined] as const)('accuses nobody for how a path is spelled (level %s)', (level) => {
  const check = (path: string, listed: string, posted: string, reading: Reading) => {
    const isRead = reading === 'as pet 7';
    const told: ExchangeInit[] = [
      ...exchanged(path, reading, 3),
      isRead ? { ...list({ 7: 3 }), path: listed } : { path: listed, ...missing },
      { path: listed, credential: noKey, status: isRead ? 401 : 404 },
      { method: 'POST', path: posted, sends: '{"message":"hi"}', ...(isRead ? sent : missing) },
      list(isRead ? { 7: 3 } : {}),
    ];
    expect(accusations(told, level)).toEqual([]);
  };
  const path = pathSpellings('/inventory/7');
  const all = fc.property(path, pathSpellings('/inventory'), pathSpellings('/messages'), readings, check);
  fc.assert(all, { numRuns: 300 });
});

const sent: ExchangeInit = { status: 201, body: { id: 'm-1', status: 'queued', createdAt: '2026-11-21T12:00:00Z' } };

it('concludes nothing about an open question from an unusual spelling', () => {
  const told = exchanged('/inventory/%37', 'as another path', 3);
  const seen = observe(evidenceOf(told, 'write')).find(({ question }) => question === 'malformed-pet-id');
  expect(seen?.choice).toBeUndefined();
});

it('accuses no client whose path may be that of messages', () => {
  const told: ExchangeInit[] = [
    { status: 429, headers: { 'Retry-After': '60', 'X-RateLimit-Remaining': '0' } },
    { method: 'POST', path: '/%6dessages', sends: '{"message":"hi"}', ...sent, atMs: 10_000 },
  ];
  const verdicts = manners(recorded(...told), addresses);
  expect(verdicts.filter(({ outcome }) => outcome === 'violation')).toEqual([]);
});

it.each<[string, readonly ExchangeInit[], string[]]>([
  ['a listed pet that gets 404', [list(), patch(3, missing)], ['update/answer']],
  ['an id that is malformed however it is read', [patch(3, { path: '/inventory/%6eope' })], ['update/malformed-id']],
  ['an id with a tail', [patch(3, { path: '/inventory/7x' })], ['update/malformed-id']],
  ['an id in another base', [patch(3, { path: '/inventory/0x7' })], ['update/malformed-id']],
  ['an id with a fraction', [patch(3, { path: '/inventory/7.5' })], ['update/malformed-id']],
  ['a large id with a fraction', [patch(3, { path: '/inventory/9007199254741066.5' })], ['update/malformed-id']],
  ['a list without a key', [{ credential: noKey }], ['auth/required/listInventory']],
])('still judges %s', (_what, told, expected) => {
  expect(accusations(told)).toEqual(expected);
});

it('names the pet of a call as it is decoded, and the operation although it is spelled unusually', () => {
  const [exchange] = recorded(patch(3, { path: '/%69nventory/%37', credential: goodKey })).exchanges;
  const reading = exchange && readExchange(exchange, settings, petstore);
  expect(reading).toMatchObject({ operation: { id: 'updateInventory' }, pathId: '7' });
  expect(reading && pathIdOf(reading)).toBeUndefined();
  expect(reading && hasMalformedId(reading)).toBe(false);
});
