import { expect, test } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { defaultBehaviour } from '../../src/service/behaviour.js';
import { BEARER_TOKEN } from '../../src/service/headers.js';
import { ask } from '../../tests/ask.js';
import { banAccount, createAccount } from '../limits/account.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';
import { createKeysControl, type KeysControl, keyInfo } from './keys-control.js';

const NOON = '2026-11-21T12:00:00Z';

function keyring(options: WorldOptions = {}) {
  const world = new World({ clock: NOON, ...options });
  return { world, keys: createKeysControl(world) };
}

const list = (world: World, key: string) => ask(world, 'GET', '/inventory', { key });

test('a minted key is valid at once, its plan free by default', () => {
  const { world, keys } = keyring();
  expect(list(world, keys.mint()).headers['X-RateLimit-Limit']).toBe('60');
  expect(list(world, keys.mint({ plan: 'pro' })).headers['X-RateLimit-Limit']).toBe('300');
});

test('minted keys are the same in each fake, and can be sent unchanged', () => {
  const { keys } = keyring();
  const minted = [keys.mint(), keys.mint()];
  expect(minted).toEqual(['minted_1', 'minted_2']);
  for (const key of minted) expect(key).toMatch(BEARER_TOKEN);
});

test('a key expires by the fake’s clock, counted from its minting', () => {
  const { world, keys } = keyring();
  world.clock.advance('1d');
  const key = keys.mint({ expiresIn: '1h' });
  world.clock.advance(3_599_999);
  expect(list(world, key).status).toBe(200);
  world.clock.advance(1);
  expect(list(world, key)).toMatchObject({ status: 401, body: expect.stringContaining('expired') });
});

test('a lifetime beyond the calendar ends with it', () => {
  const { keys } = keyring();
  expect(keys.get(keys.mint({ expiresIn: '99999999999d' })).expiresAtMs).toBe(Date.UTC(9999, 11, 31, 23, 59, 59, 999));
});

test('minted, revoked and expiring keys survive a change of windows', () => {
  const { world, keys } = keyring();
  const key = keys.mint({ plan: 'pro' });
  const short = keys.mint({ expiresIn: '1h' });
  keys.revoke('test_business');
  keys.ban('test_free');
  list(world, key);
  world.setBehaviour({ 'window-start': 'sliding' });
  expect(list(world, key)).toMatchObject({ status: 200, headers: { 'X-RateLimit-Remaining': '299' } });
  expect(list(world, 'test_business').status).toBe(401);
  expect(list(world, 'test_free').status).toBe(200);
  world.clock.advance('1h');
  expect(list(world, short).status).toBe(401);
  expect(keys.mint()).toBe('minted_3');
});

test('a reset removes minted keys, revocations and bans', () => {
  const { world, keys } = keyring();
  const key = keys.mint();
  keys.revoke('test_free');
  keys.ban('test_pro');
  world.reset();
  expect(list(world, key).status).toBe(401);
  expect(list(world, 'test_free').status).toBe(200);
  expect(list(world, 'test_pro').status).toBe(200);
  expect(keys.mint()).toBe(key);
});

test('a banned key is rejected for the duration that the behaviour sets', () => {
  const { world, keys } = keyring({ behaviour: { 'ban-duration-seconds': 120 } });
  keys.ban('test_free');
  expect(list(world, 'test_free')).toMatchObject({ status: 429, headers: { 'Retry-After': '120' } });
  world.clock.advance('2m');
  expect(list(world, 'test_free').status).toBe(200);
});

test('a ban may have its own duration, from now', () => {
  const { world, keys } = keyring({ behaviour: { 'ban-status': 403 } });
  world.clock.advance('1d');
  keys.ban('test_free', { for: '10s' });
  expect(list(world, 'test_free')).toMatchObject({ status: 403, headers: { 'Retry-After': '10' } });
  world.clock.advance('10s');
  expect(list(world, 'test_free').status).toBe(200);
});

test('a ban beyond the calendar ends with it', () => {
  const { world, keys } = keyring();
  keys.ban('test_free', { for: '100000y' });
  expect(list(world, 'test_free').body).toContain('9999-12-31T23:59:59.999Z');
});

test('a revoked key gets 401, and other keys still work', () => {
  const { world, keys } = keyring();
  const key = keys.mint();
  keys.revoke('test_free');
  expect(list(world, 'test_free')).toMatchObject({ status: 401, body: expect.stringContaining('revoked') });
  expect(list(world, key).status).toBe(200);
});

test.each([
  [{ plan: 'gold' }, 'the plan is unknown. Plans: free, pro, business, enterprise.'],
  [{ plan: null }, 'the plan is unknown.'],
  [{ expiresIn: 'soon' }, `"soon" is not a lifetime. Try '1h'.`],
  [{ expires: '1h' }, "there is no such field in the options. Did you mean 'expiresIn'? Fields: plan, expiresIn."],
  ['pro', "the options should be an object. Try { plan: 'pro', expiresIn: '1h' }."],
  [Promise.resolve({}), 'the options object is a promise. Write await before it.'],
])('minting with %j is rejected, and no key is minted: %s', (options, problem) => {
  const { keys } = keyring();
  expect(() => keys.mint(options as { plan: 'free' })).toThrow(`Creating an API key: ${problem}`);
  expect(keys.mint()).toBe('minted_1');
});

test.each([
  [{ for: 'ever' }, `"ever" is not a duration. Try '5m'.`],
  [{ until: '5m' }, 'there is no such field in the options. Fields: for.'],
  ['5m', "the options should be an object. Try { for: '5m' }."],
])('a ban with %j is rejected, and the key is not banned: %s', (options, problem) => {
  const { world, keys } = keyring();
  expect(() => keys.ban('test_free', options as { for: string })).toThrow(`Banning a key: ${problem}`);
  expect(list(world, 'test_free').status).toBe(200);
});

test('a ban can be ended early', () => {
  const { world, keys } = keyring();
  keys.ban('test_free');
  keys.unban('test_free');
  expect(list(world, 'test_free').status).toBe(200);
  keys.unban('test_free');
  expect(keys.get('test_free')).toMatchObject({ state: 'valid', ban: undefined });
});

test('ending a ban keeps the rejection count', () => {
  const { world, keys } = keyring({ behaviour: { 'ban-threshold': 2 } });
  for (let sent = 0; sent < 62; sent++) list(world, 'test_free');
  expect(keys.get('test_free').state).toBe('banned');
  keys.unban('test_free');
  expect(list(world, 'test_free').body).toContain('rate_limit_exceeded');
  expect(list(world, 'test_free').body).toContain('key_banned');
});

test('a deleted key gets 401, like an unknown one', () => {
  const { world, keys } = keyring();
  keys.delete('test_free');
  expect(list(world, 'test_free').body).toBe(list(world, 'nobody').body);
  expect(list(world, 'test_free')).toMatchObject({ status: 401, body: expect.stringContaining('not known') });
});

test('a reset restores the initial keys, and only those', () => {
  const { world, keys } = keyring({ keys: { 'team-a': 'pro' } });
  const minted = keys.mint();
  for (const key of ['test_free', 'team-a', minted]) keys.delete(key);
  world.reset();
  expect(['test_free', 'team-a', minted].map((key) => list(world, key).status)).toEqual([200, 200, 401]);
});

test('keys are listed in the order of their pseudonyms, without deleted ones', () => {
  const { keys } = keyring();
  keys.mint({ plan: 'pro' });
  keys.delete('test_pro');
  keys.ban('test_business');
  expect(keys.list().map(({ alias, plan, state }) => [alias, plan, state])).toEqual([
    ['key#1', 'free', 'valid'],
    ['key#3', 'business', 'banned'],
    ['key#4', 'enterprise', 'valid'],
    ['key#5', 'free', 'revoked'],
    ['key#6', 'pro', 'valid'],
  ]);
});

test('reading a key reports its usage and begins no window', () => {
  const { world, keys } = keyring();
  keys.list();
  world.clock.advance('10s');
  list(world, 'test_free');
  expect(keys.get('test_free')).toMatchObject({
    alias: 'key#1',
    minute: { limit: 60, remaining: 59, resetsAtMs: Date.parse(NOON) + 70_000 },
    day: { remaining: 999 },
  });
});

test('a key reports whether it was revoked, expired or banned', () => {
  const { world, keys } = keyring();
  const short = keys.mint({ expiresIn: '1h' });
  keys.ban('test_free', { for: '2h' });
  world.clock.advance('1h');
  keys.revoke('test_pro');
  expect([short, 'test_free', 'test_pro'].map((key) => keys.get(key).state)).toEqual(['expired', 'banned', 'revoked']);
  world.clock.advance('1h');
  expect(keys.get('test_free').state).toBe('valid');
});

test('a key may be given by its pseudonym', () => {
  const { world, keys } = keyring();
  keys.ban('key#1');
  keys.revoke('key#2');
  expect([keys.get('key#1').state, keys.get('test_pro').state]).toEqual(['banned', 'revoked']);
  keys.unban('key#1');
  keys.delete('key#3');
  expect(list(world, 'test_free').status).toBe(200);
  expect(list(world, 'test_business').status).toBe(401);
});

test('without sample keys, the error suggests a pseudonym', () => {
  const world = new World({ keys: { own: 'pro' } }, { hasSampleKeys: false });
  expect(() => createKeysControl(world).ban('test_free')).toThrow('Use a pseudonym such as key#1, or mint one:');
  createKeysControl(world).delete('own');
  expect(() => createKeysControl(world).ban('own')).toThrow("First mint one: keys.mint({ plan: 'free' }).");
});

const uses: Record<string, (keys: KeysControl, key: string) => unknown> = {
  ban: (keys, key) => keys.ban(key),
  unban: (keys, key) => keys.unban(key),
  revoke: (keys, key) => keys.revoke(key),
  delete: (keys, key) => keys.delete(key),
  get: (keys, key) => keys.get(key),
};

test.each(Object.keys(uses))('%s with an unknown key is rejected, and the key is not quoted', (use) => {
  const act = () => uses[use]?.(keyring().keys, 's3cr3t');
  expect(act).toThrow(InputError);
  expect(act).toThrow(
    /: the key is not known to the fake\. Use a sample key such as .*, or mint one: keys\.mint\({ plan: 'free' }\)\./,
  );
  expect(act).toThrow(/^(?!.*s3cr3t)/);
});

test('a promise of a key gets its own error', () => {
  const key = Promise.resolve('test_free') as unknown as string;
  expect(() => keyring().keys.revoke(key)).toThrow('Revoking a key: the key is a promise. Write await before it.');
});

const identity = { alias: 'key#7', plan: 'free', isRevoked: false, expiresAtMs: undefined } as const;

test('an unused key has its full quota and no reset', () => {
  expect(keyInfo(createAccount(identity, 'first-request'), defaultBehaviour, 1_000)).toEqual({
    alias: 'key#7',
    plan: 'free',
    state: 'valid',
    minute: { limit: 60, remaining: 60, resetsAtMs: undefined },
    day: { limit: 1000, remaining: 1000, resetsAtMs: undefined },
    ban: undefined,
    expiresAtMs: undefined,
  });
});

test.each(['first-request', 'calendar', 'sliding'] as const)(
  'with windows that begin %s, a used key reports its reset',
  (windowStart) => {
    const account = createAccount(identity, windowStart);
    account.minute.spend(0, 60);
    expect(keyInfo(account, defaultBehaviour, 59_999).minute).toEqual({ limit: 60, remaining: 59, resetsAtMs: 60_000 });
    expect(keyInfo(account, defaultBehaviour, 60_000).minute).toEqual({
      limit: 60,
      remaining: 60,
      resetsAtMs: undefined,
    });
  },
);

test('a ban is reported while it lasts', () => {
  const account = createAccount({ ...identity, expiresAtMs: 9_000 }, 'sliding');
  banAccount(account, 1_000, 500);
  expect(keyInfo(account, defaultBehaviour, 1_499)).toMatchObject({
    state: 'banned',
    ban: { fromMs: 1_000, untilMs: 1_500 },
    expiresAtMs: 9_000,
  });
  expect(keyInfo(account, defaultBehaviour, 1_500)).toMatchObject({ state: 'valid', ban: undefined });
});
