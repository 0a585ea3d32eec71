import { expect, it } from 'vitest';
import {
  addresses,
  banned,
  dateAt,
  limited,
  lookup,
  sent,
  update,
  violationsIn,
} from '../../../tests/judged-manners.js';
import { BASE_URL, type ExchangeInit, recorded } from '../../../tests/recorded.js';
import type { RunFacts } from '../../exchange/transcript.js';
import { InputError } from '../../json/input-error.js';
import { statements } from '../../service/statements.js';
import { manners, mannersRules } from './manners.js';

const ids = mannersRules.map(({ id }) => id);

it('the ids, versions and severities of manners are stable', () => {
  expect(mannersRules.map(({ id, since, severity }) => `${id} (since ${since}, ${severity})`)).toMatchInlineSnapshot(`
    [
      "manners/waits-for-retry-after (since 0.2, documented)",
      "manners/silent-while-banned (since 0.2, implied)",
      "manners/backs-off-exponentially (since 0.2, documented)",
      "manners/leaves-deprecated-operations (since 0.2, implied)",
      "manners/stops-at-sunset (since 0.2, implied)",
      "manners/keeps-key-out-of-url (since 0.2, implied)",
      "manners/sends-key-as-bearer (since 0.2, documented)",
      "manners/names-content-type (since 0.2, documented)",
    ]
  `);
});

it.each(mannersRules.map((rule) => [rule.id, rule] as const))('%s is written as rules are', (id, rule) => {
  expect(id).toMatch(/^manners\/[a-z-]+$/);
  expect(ids.filter((each) => each === id)).toHaveLength(1);
  expect(rule.title).toMatch(/^[A-Z].*[^.\s]$/);
  expect(rule.statements.filter((promise) => !(promise in statements))).toEqual([]);
});

it('returns one verdict for each rule, in the order of the catalogue', () => {
  expect(manners(recorded({}, update), addresses).map(({ rule }) => rule.id)).toEqual(ids);
});

it('finds nothing in ordinary traffic', () => {
  expect(violationsIn(recorded({}, update, { path: '/store/orders' }, { status: 401 }))).toEqual([]);
});

it.each<[string, string[], ExchangeInit[]]>([
  ['sends on after a 429', ['waits-for-retry-after'], [limited(0, '60'), sent(2)]],
  ['retries early once', ['waits-for-retry-after'], [limited(0, '60'), limited(2, '58'), sent(61)]],
  [
    'retries every second',
    ['waits-for-retry-after', 'backs-off-exponentially'],
    [0, 1, 2, 3].map((second) => limited(second, String(60 - second))),
  ],
  [
    'grows its waits but does not reach Retry-After',
    ['waits-for-retry-after'],
    [0, 1, 3, 7].map((second) => limited(second, String(60 - second))),
  ],
  [
    'retries every second without a Retry-After',
    ['backs-off-exponentially'],
    [0, 1, 2].map((second) => limited(second, undefined)),
  ],
  ['sends on while banned', ['silent-while-banned'], [banned(0, '300'), sent(30)]],
  ['sends on while banned with 403', ['silent-while-banned'], [banned(0, '300', 403), sent(30)]],
  ['calls the deprecated operation', ['leaves-deprecated-operations'], [lookup]],
  [
    'calls it after its sunset',
    ['leaves-deprecated-operations', 'stops-at-sunset'],
    [sent(0, { ...lookup, headers: { Sunset: dateAt(-10) } })],
  ],
  ['shows the key in the URL', ['keeps-key-out-of-url'], [{ path: '/inventory?api_key=key#1' }]],
  ['uses another scheme', ['sends-key-as-bearer'], [{ requestHeaders: { Authorization: 'Basic key#1' } }]],
  ['names no content type', ['names-content-type'], [{ ...update, requestHeaders: { 'Content-Type': undefined } }]],
  ['sends a form', ['names-content-type'], [{ ...update, requestHeaders: { 'Content-Type': 'text/plain' } }]],
])('finds a client that %s', (_what, rules, told) => {
  expect(violationsIn(recorded(...told))).toEqual(rules);
});

it('reads the base URL from a journal, or from a run', () => {
  const rude = recorded(lookup);
  const run: RunFacts = {
    baseUrl: BASE_URL,
    messagesUrl: BASE_URL,
    level: 'read',
    plan: undefined,
    isExclusive: false,
    petId: undefined,
    seed: 1,
    stopped: undefined,
  };
  const broken = (transcript: Parameters<typeof manners>[0]) =>
    manners(transcript).filter(({ outcome }) => outcome === 'violation').length;
  expect([broken({ ...rude, ...addresses }), broken({ ...rude, run })]).toEqual([1, 1]);
});

it('explains what to do without a base URL', () => {
  expect(() => manners(recorded({}))).toThrow(InputError);
  expect(() => manners(recorded({}))).toThrow('does not contain the base URL of the service. Try manners(');
});

it.each(['', 'api.example.test', '/v1'])('rejects %j as a base URL', (baseUrl) => {
  expect(() => manners(recorded({}), { baseUrl })).toThrow('is not a complete URL');
});

it('rejects a base URL without requests, and a value that is not a transcript', () => {
  expect(() => manners(recorded({}), { baseUrl: 'https://example.test/v2' })).toThrow(
    'none of 1 exchange lies under https://example.test/v2',
  );
  expect(() => manners([] as never, addresses)).toThrow('this is not a transcript');
});

it('judges a transcript without exchanges', () => {
  expect(manners(recorded(), addresses).map(({ outcome }) => outcome)).toEqual(ids.map(() => 'inconclusive'));
});
