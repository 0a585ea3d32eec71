import { expect, test } from 'vitest';
import { createServedHosts, isLoopback, parseHost } from './served-hosts.js';

function serves(host: string, { bind = '127.0.0.1', allowed = [] as string[] } = {}) {
  const asked = parseHost(host);
  if (asked === undefined) throw new Error(`${host} is no host`);
  return createServedHosts(bind, allowed).has(asked);
}

test.each(['localhost', 'LOCALHOST:1', 'localhost.:4290', 'shop.localhost:4290', '127.0.0.1:4290', '[::1]:4290'])(
  'always serves %s, on any port',
  (host) => {
    expect(serves(host)).toBe(true);
  },
);

test.each(['evil.test', 'evil.test:4290', 'localhost.evil.test', 'evillocalhost', '127.0.0.1.evil.test'])(
  'does not serve %s',
  (host) => {
    expect(serves(host)).toBe(false);
  },
);

test.each([
  ['petstore.internal', 'Petstore.Internal:80'],
  ['0.0.0.0', '0.0.0.0:4290'],
  ['::', '[::]:4290'],
  ['fd00::1', '[FD00:0::1]:4290'],
])('serves the host that it listens on: %s', (bind, host) => {
  expect(serves(host, { bind })).toBe(true);
});

test.each(['172.17.0.2:4290', '[fe80::1]:4290', '[::ffff:127.0.0.1]:4290', '0x7f.1'])(
  'serves the address %s: DNS rebinding needs a name',
  (host) => {
    expect(serves(host)).toBe(true);
  },
);

test('serves an allowed host on any port', () => {
  const allowed = ['Petstore.internal', 'mock', '[fd00::1]'];
  const hosts = [
    'petstore.INTERNAL:8080',
    'petstore.internal.',
    'mock',
    '[fd00::1]:1',
    'sub.petstore.internal',
    'mock2',
  ];
  expect(hosts.map((host) => serves(host, { allowed }))).toEqual([true, true, true, true, false, false]);
});

test('serves an allowed host on any port', () => {
  for (const allowed of [['petstore.internal:8080'], ['petstore.internal']]) {
    const hosts = ['petstore.internal:8080', 'petstore.internal:8081', 'petstore.internal'];
    expect(hosts.map((host) => serves(host, { allowed }))).toEqual([true, true, true]);
  }
});

test('lists the served hosts', () => {
  const { names } = createServedHosts('0.0.0.0', ['Mock.internal:8080', 'localhost']);
  expect(names).toEqual(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', 'mock.internal']);
});

test.each(['http://mock', '*.internal', 'mock:99999', 'a b'])('rejects the allowed host %s', (host) => {
  expect(() => createServedHosts('127.0.0.1', [host])).toThrow(/is not a host\. Try petstore\.internal$/);
});

test.each([
  ['localhost', 'localhost', undefined],
  ['LocalHost:4290', 'localhost', 4290],
  ['localhost.:80', 'localhost', 80],
  ['petstore.internal:', 'petstore.internal', undefined],
  ['my_service', 'my_service', undefined],
  ['127.0.0.1:1', '127.0.0.1', 1],
  ['0x7f.1', '127.0.0.1', undefined],
  ['[::1]:4290', '[::1]', 4290],
  ['[0:0:0:0:0:0:0:1]', '[::1]', undefined],
  ['[FD00::A]', '[fd00::a]', undefined],
  ['[::FFFF:c0a8:105]:8080', '[::ffff:c0a8:105]', 8080],
])('parses %s', (text, name, port) => {
  expect(parseHost(text)).toEqual({ name, port });
});

test.each([
  '',
  ':4290',
  'localhost:x',
  'localhost:70000',
  'localhost, evil.test',
  'localhost evil.test',
  'user@localhost',
  'localhost/evil.test',
  'localhost#',
  'localhost?',
  'localhost\\evil.test',
  '%6cocalhost',
  'lоcalhost',
  'http://localhost',
  '*.localhost',
  '::1',
  '[::1',
  '[localhost]',
  '[fe80::1%25eth0]',
  '1.2.3.4.5',
])('does not parse “%s” as a host', (text) => {
  expect(parseHost(text)).toBeUndefined();
});

test('removes one trailing dot, and no more', () => {
  expect(parseHost('localhost..')?.name).not.toBe('localhost');
});

test.each([
  ['localhost', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['localhost.test', false],
])('decides whether %s is a loopback address', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
