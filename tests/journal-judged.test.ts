import { expect, it } from 'vitest';
import { createPetstore, type Petstore } from '../mocks/petstore.js';
import type { WorldOptions } from '../mocks/world-options.js';
import { readHar } from '../src/exchange/read-har.js';
import { writeHar } from '../src/exchange/write-har.js';
import { judge, type Verdict } from '../src/judge/judge.js';
import { petstoreJudge } from '../src/judge/rules/index.js';

const creator = { name: 'petstore-mock', version: '0.0.0' };
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const json = (key: string) => ({ ...bearer(key), 'Content-Type': 'application/json' });

/** Exercises every section of the document on a fake; the clock stands still unless it is advanced. */
function busyPetstore(options: WorldOptions = {}): Petstore {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:23Z', pets: 5, ...options });
  const minted = petstore.keys.mint({ plan: 'pro' });
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body = '') => {
    petstore.handle({ method, path: `/v1${path}`, headers, body });
    petstore.clock.advance(300);
  };
  for (const key of ['test_free', minted]) {
    ask('GET', '/inventory', bearer(key));
    ask('PATCH', '/inventory/1', json(key), '{"quantity":7}');
    ask('GET', '/inventory', bearer(key));
    ask('PATCH', '/inventory/1', json(key), '{"quantity":"seven"}');
    ask('PATCH', '/inventory/1', json(key), '{}');
    ask('PATCH', '/inventory/99', json(key), '{"quantity":7}');
    ask('GET', '/inventory', bearer(key));
    ask('POST', '/messages', json(key), '{"message":"hello"}');
    ask('POST', '/messages', json(key), `{"message":"the key is ${key}"}`);
    ask('GET', '/pets/1', bearer(key));
    ask('GET', '/store/orders', bearer(key));
  }
  for (const headers of [{}, bearer('invalid'), bearer('test_revoked'), { Authorization: 'Basic test_free' }]) {
    ask('GET', '/inventory', headers);
    ask('PATCH', '/inventory/1', { ...headers, 'Content-Type': 'application/json' }, '{"quantity":9}');
  }
  ask('GET', '/inventory?api_key=test_free');
  for (let sent = 0; sent < 55; sent++) ask('GET', '/inventory', bearer('test_free'));
  petstore.clock.advance('1m');
  ask('GET', '/inventory', bearer('test_free'));
  return petstore;
}

function verdictsOn({ journal }: Pick<Petstore, 'journal'>): Verdict[] {
  const { baseUrl, messagesUrl } = journal;
  return judge(journal, {
    baseUrl,
    messagesUrl,
    level: undefined,
    plan: undefined,
    isExclusive: true,
    judged: petstoreJudge,
  });
}

const outcomeOf = (verdicts: readonly Verdict[], id: string) => verdicts.find(({ rule }) => rule.id === id)?.outcome;
const broken = (verdicts: readonly Verdict[]) =>
  verdicts.flatMap(({ rule, findings, unconfirmed }) =>
    [...findings, ...unconfirmed].map((one) => `${rule.id}: ${one.problem}`),
  );

it('reports no violations in the journal of the fake', () => {
  const petstore = busyPetstore();
  const statuses = new Set(petstore.journal.exchanges.map(({ response }) => response?.status));
  expect(statuses).toEqual(new Set([200, 400, 401, 404, 429]));
  const verdicts = verdictsOn(petstore);
  expect(broken(verdicts)).toEqual([]);
  // A missing header is inconclusive in a recording, and certain here.
  for (const id of ['auth/required/listInventory', 'auth/required/updateInventory', 'auth/scheme']) {
    expect([id, outcomeOf(verdicts, id)]).toEqual([id, 'pass']);
  }
});

it('reports no violations if messages have another base URL', () => {
  const petstore = busyPetstore({ behaviour: { 'messages-base-url': 'https://messages.example.test/v1' } });
  expect(petstore.journal.list({ operation: 'sendMessage', status: 200 })).toHaveLength(4);
  expect(broken(verdictsOn(petstore))).toEqual([]);
});

it('reports the violations that a fault causes', () => {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:23Z', pets: 5 });
  petstore.faults.next('listInventory', { status: 418 });
  petstore.handle({ method: 'GET', path: '/v1/inventory' });
  expect(outcomeOf(verdictsOn(petstore), 'auth/required/listInventory')).toBe('violation');
});

it('has the same results for the HAR of a journal', () => {
  const petstore = busyPetstore();
  petstore.faults.next('any', { network: 'reset' });
  petstore.handle({ method: 'GET', path: '/v1/inventory', headers: bearer('test_free') });
  petstore.faults.next('any', { body: 'truncated', delayMs: 50 });
  petstore.handle({ method: 'GET', path: '/v1/inventory', headers: bearer('test_free') });

  const har = writeHar(petstore.journal, creator);
  expect(har).not.toMatch(/test_free|minted_/);
  const { exchanges, run } = readHar(har, 'journal.har');
  expect(run).toBeUndefined();
  expect(exchanges).toEqual(petstore.journal.exchanges);
});
