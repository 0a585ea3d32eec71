import { expect, test } from 'vitest';
import { BEARER_TOKEN } from '../../src/spec/bearer-token.js';
import { InputError } from '../../src/validation/input-error.js';
import { ask } from '../../tests/ask.js';
import { createWorld, type World } from '../world.js';
import type { WorldOptions } from '../world-options.js';
import { createKeysControl, type KeysControl } from './keys-control.js';

const NOON = '2026-11-21T12:00:00Z';

function keyring(options: WorldOptions = {}) {
  const world = createWorld({ clock: NOON, ...options });
  return { world, keys: createKeysControl(world) };
}

const list = (world: World, key: string) => ask(world, 'GET', '/inventory', { key });

test('a minted key is taken at once, its plan free unless told otherwise', () => {
  const { world, keys } = keyring();
  expect(list(world, keys.mint()).headers['X-RateLimit-Limit']).toBe('60');
  expect(list(world, keys.mint({ plan: 'pro' })).headers['X-RateLimit-Limit']).toBe('300');
});

test('minted keys are the same in each fake, and can be sent as they are', () => {
  const { keys } = keyring();
  const minted = [keys.mint(), keys.mint()];
  expect(minted).toEqual(['minted_1', 'minted_2']);
  for (const key of minted) expect(key).toMatch(BEARER_TOKEN);
});

test('a minted key takes no name that is taken, and the next pseudonym', () => {
  const { world, keys } = keyring({ keys: { minted_1: 'business' } });
  const key = keys.mint();
  expect(key).toBe('minted_2');
  expect(list(world, 'minted_1').keyAlias).toBe('key#6');
  expect(list(world, key).keyAlias).toBe('key#7');
});

test('a key that expires does so by the fake’s clock, counted from its minting', () => {
  const { world, keys } = keyring();
  world.clock.advance('1d');
  const key = keys.mint({ expiresIn: '1h' });
  world.clock.advance(3_599_999);
  expect(list(world, key).status).toBe(200);
  world.clock.advance(1);
  expect(list(world, key)).toMatchObject({ status: 401, body: expect.stringContaining('expired') });
});

test('minted, revoked and expiring keys outlive a change of windows', () => {
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

test('a reset forgets minted keys, revocations and bans', () => {
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

test('a banned key is refused for as long as the behaviour says', () => {
  const { world, keys } = keyring({ behaviour: { 'ban-duration-seconds': 120 } });
  keys.ban('test_free');
  expect(list(world, 'test_free')).toMatchObject({ status: 429, headers: { 'Retry-After': '120' } });
  world.clock.advance('2m');
  expect(list(world, 'test_free').status).toBe(200);
});

test('a ban may have a length of its own, from now on', () => {
  const { world, keys } = keyring({ behaviour: { 'ban-status': 403 } });
  world.clock.advance('1d');
  keys.ban('test_free', { for: '10s' });
  expect(list(world, 'test_free')).toMatchObject({ status: 403, headers: { 'Retry-After': '10' } });
  world.clock.advance('10s');
  expect(list(world, 'test_free').status).toBe(200);
});

test('a ban that would outlast the calendar ends with it', () => {
  const { world, keys } = keyring();
  keys.ban('test_free', { for: '100000y' });
  expect(list(world, 'test_free').body).toContain('9999-12-31T23:59:59.999Z');
});

test('a revoked key gets 401, and the others go on', () => {
  const { world, keys } = keyring();
  const key = keys.mint();
  keys.revoke('test_free');
  expect(list(world, 'test_free')).toMatchObject({ status: 401, body: expect.stringContaining('revoked') });
  expect(list(world, key).status).toBe(200);
});

test.each([
  [{ plan: 'gold' }, 'it names no plan that there is. Plans: free, pro, business, enterprise.'],
  [{ plan: null }, 'it names no plan that there is.'],
  [{ expiresIn: 'soon' }, `"soon" is no lifetime. Try '1h'.`],
  [{ expires: '1h' }, "there is no such field in the options. Did you mean 'expiresIn'? Fields: plan, expiresIn."],
  ['pro', "the options should be an object. Try { plan: 'pro', expiresIn: '1h' }."],
  [Promise.resolve({}), 'the options object is a promise. Write await before it.'],
])('minting with %j is refused, and no key is given out: %s', (options, problem) => {
  const { keys } = keyring();
  expect(() => keys.mint(options as { plan: 'free' })).toThrow(`Giving out an API key: ${problem}`);
  expect(keys.mint()).toBe('minted_1');
});

test.each([
  [{ for: 'ever' }, `"ever" is no length of time. Try '5m'.`],
  [{ until: '5m' }, 'there is no such field in the options. Fields: for.'],
  ['5m', "the options should be an object. Try { for: '5m' }."],
])('a ban with %j is refused, and the key stays free: %s', (options, problem) => {
  const { world, keys } = keyring();
  expect(() => keys.ban('test_free', options as { for: string })).toThrow(`Banning a key: ${problem}`);
  expect(list(world, 'test_free').status).toBe(200);
});

const uses: Record<string, (keys: KeysControl, key: string) => void> = {
  ban: (keys, key) => keys.ban(key),
  revoke: (keys, key) => keys.revoke(key),
};

test.each(Object.keys(uses))('%s of an unknown key is refused, and the key is not quoted', (use) => {
  const act = () => uses[use]?.(keyring().keys, 's3cr3t');
  expect(act).toThrow(InputError);
  expect(act).toThrow(
    /: the fake knows no such key\. Give it out from the start with the option keys: .*, mint one with keys\.mint\({ plan: 'free' }\)/,
  );
  expect(act).toThrow(/^(?!.*s3cr3t)/);
});

test('a key that has still to be waited for is told apart from an unknown one', () => {
  const key = Promise.resolve('test_free') as unknown as string;
  expect(() => keyring().keys.revoke(key)).toThrow('Revoking a key: the key is a promise. Write await before it.');
});
