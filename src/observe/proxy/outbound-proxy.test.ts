import { expect, test } from 'vitest';
import { outboundProxyFor } from './outbound-proxy.js';
import { upstreamAt } from './upstream.js';

const proxyFor = (url: string, variables: Readonly<Record<string, string>>) =>
  outboundProxyFor(upstreamAt(url), variables)?.name;

test.each<[string, Record<string, string>, string | undefined]>([
  ['https://a.test/v1', {}, undefined],
  ['https://a.test/v1', { HTTPS_PROXY: 'http://p.test:8080' }, 'p.test:8080'],
  ['https://a.test/v1', { HTTP_PROXY: 'p.test' }, 'p.test:80'],
  ['https://a.test/v1', { HTTPS_PROXY: 'https://p.test', HTTP_PROXY: 'http://q.test' }, 'p.test:443'],
  ['http://a.test/v1', { HTTPS_PROXY: 'http://p.test:8080' }, undefined],
  ['http://a.test/v1', { HTTP_PROXY: 'http://p.test:8080' }, undefined],
  ['https://a.test/v1', { http_proxy: 'http://[::1]:8080' }, '[::1]:8080'],
  ['https://127.0.0.1:4290/v1', { HTTP_PROXY: 'http://p.test' }, undefined],
  ['https://[::1]:4290/v1', { HTTPS_PROXY: 'http://p.test' }, undefined],
])('reaches %s with %j through %s', (url, variables, name) => {
  expect(proxyFor(url, variables)).toBe(name);
});

test.each([
  ['a.test', true],
  ['A.Test', true],
  ['.test', true],
  ['*.a.test', true],
  ['*', true],
  ['b.test, a.test:443', true],
  ['b.test a.test', true],
  ['a.test:8443', false],
  ['b.a.test', false],
  ['.b', false],
  ['', false],
])('respects NO_PROXY=%s', (noProxy, isExcluded) => {
  const name = proxyFor('https://a.test/v1', { HTTPS_PROXY: 'http://p.test', NO_PROXY: noProxy });
  expect(name).toBe(isExcluded ? undefined : 'p.test:80');
});

test('excludes an IPv6 address, with or without brackets', () => {
  for (const noProxy of ['fd00::1', '[fd00::1]', '[fd00::1]:443']) {
    expect(proxyFor('https://[fd00::1]/v1', { HTTPS_PROXY: 'http://p.test', NO_PROXY: noProxy })).toBeUndefined();
  }
});

test('uses the login in the URL of the proxy', () => {
  const proxy = outboundProxyFor(upstreamAt('https://a.test'), { HTTPS_PROXY: 'http://us%40er:p%3Aw@p.test' });
  expect(proxy?.authorization).toBe(`Basic ${Buffer.from('us@er:p:w').toString('base64')}`);
  expect(proxy?.name).toBe('p.test:80');
});
