import { expect, test } from 'vitest';
import { signOfForeignPage } from './foreign-page.js';
import { parseHost } from './host-name.js';

function signOf(headers: [string, string][], host = 'localhost:4290') {
  const asked = parseHost(host);
  if (asked === undefined) throw new Error(`${host} is no host`);
  return signOfForeignPage({ headers }, asked);
}

test('takes what no browser sends for no page', () => {
  expect(signOf([])).toBeUndefined();
});

test.each([
  ['http://localhost:4290', 'localhost:4290'],
  ['https://localhost:4290', 'localhost:4290'],
  ['HTTP://LocalHost:4290', 'LOCALHOST:4290'],
  ['http://localhost.:4290', 'localhost.:4290'],
  ['http://mock', 'mock'],
  ['http://mock', 'mock:80'],
  ['https://mock', 'mock'],
  ['https://mock', 'mock:443'],
  ['http://[::1]:4290', '[::1]:4290'],
  ['http://127.0.0.1:4290', '127.0.0.1:4290'],
])('takes %s for the own origin of %s', (origin, host) => {
  expect(signOf([['origin', origin]], host)).toBeUndefined();
});

test.each([
  ['http://localhost:5173', 'localhost:4290'],
  ['http://127.0.0.1:4290', 'localhost:4290'],
  ['http://localhost', 'localhost:4290'],
  ['http://evil.test:4290', 'localhost:4290'],
  ['http://localhost:4290.evil.test', 'localhost:4290'],
  ['http://sub.localhost:4290', 'localhost:4290'],
  ['https://mock', 'mock:80'],
  ['http://mock', 'mock:443'],
  ['null', 'localhost:4290'],
  ['', 'localhost:4290'],
  ['http://localhost:4290/', 'localhost:4290'],
  ['http://user@localhost:4290', 'localhost:4290'],
  ['chrome-extension://localhost:4290', 'localhost:4290'],
  ['file://', 'localhost:4290'],
  ['blob:http://localhost:4290', 'localhost:4290'],
])('takes %s for another origin than that of %s', (origin, host) => {
  expect(signOf([['origin', origin]], host)).toBe(`Origin: ${origin}`);
});

test('takes two origins for another', () => {
  const own: [string, string] = ['origin', 'http://localhost:4290'];
  expect(signOf([own, own])).toContain('Origin: ');
});

test.each(['same-origin', 'none'])('lets Sec-Fetch-Site: %s pass', (site) => {
  expect(signOf([['sec-fetch-site', site]])).toBeUndefined();
});

test.each(['same-site', 'cross-site', 'whatever', ''])('refuses Sec-Fetch-Site: %s', (site) => {
  expect(signOf([['sec-fetch-site', site]])).toBe(`Sec-Fetch-Site: ${site}`);
});

test('is not talked out of a foreign origin by Sec-Fetch-Site', () => {
  const headers: [string, string][] = [
    ['origin', 'http://localhost:5173'],
    ['sec-fetch-site', 'same-origin'],
  ];
  expect(signOf(headers)).toBe('Origin: http://localhost:5173');
});
