import { expect, test } from 'vitest';
import { readProxySettings } from '../../src/http/proxy-settings.js';
import { certificate, sendOnce, startHttp, startHttps, startRaw, startTunnel } from './servers-for-tests.js';

const PASSWORD = 'hunter2';
const withPassword = (origin: string) => origin.replace('//', `//user:${PASSWORD}@`);

test('sends an http URL to a proxy without a tunnel', async () => {
  const proxy = await startHttp((request, response) => {
    response.end(`${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`);
  });
  const received = await sendOnce('http://service.test/v1', {}, { variables: { HTTP_PROXY: withPassword(proxy) } });
  const login = `Basic ${Buffer.from(`user:${PASSWORD}`).toString('base64')}`;
  expect(received).toMatchObject({ status: 200, body: Buffer.from(`http://service.test/v1 service.test ${login}`) });
});

test('opens a tunnel for an https URL, and trusts the authority there too', async () => {
  const { port } = new URL(await startHttps((request, response) => response.end(request.headers.host)));
  const asked: string[] = [];
  const proxy = await startTunnel(port, (received) => asked.push(received));
  const variables = { https_proxy: proxy };
  const received = await sendOnce('https://service.test/v1', {}, { variables, ca: certificate });
  expect(received).toMatchObject({ status: 200, httpVersion: '1.1', body: Buffer.from('service.test') });
  expect(asked).toEqual([expect.stringMatching(/^CONNECT service\.test:443 /)]);
  const alone = { isOnNewConnection: true };
  expect(await sendOnce('https://service.test/v1', alone, { variables, ca: certificate })).toMatchObject({
    status: 200,
  });
});

test.each([
  ['http', '407 Proxy Authentication Required', /^the proxy requires a login/],
  ['https', '407 Proxy Authentication Required', /^the proxy requires a login/],
  ['https', '403 Forbidden', /^the proxy did not connect: it returned 403$/],
])('reports for %s that the proxy responded %s, without its password', async (scheme, status, expected) => {
  const proxy = withPassword(await startRaw(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`));
  const variables = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
  const { cause } = Object(await sendOnce(`${scheme}://service.test/v1`, {}, { variables }));
  expect(cause).toMatch(expected);
  expect(cause).not.toContain(PASSWORD);
});

test('bypasses the proxy for the local machine and NO_PROXY', async () => {
  const origin = await startHttp((_request, response) => response.end());
  expect(await sendOnce(origin, {}, { variables: { HTTP_PROXY: 'http://127.0.0.1:1' } })).toMatchObject({
    status: 200,
  });
  const variables = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'service.invalid' };
  const { cause } = Object(await sendOnce('http://service.invalid', {}, { variables }));
  expect(cause).toMatch(/^the name service\.invalid cannot be resolved/);
});

test('prefers lower-case variables and adds a missing scheme', () => {
  const settings = readProxySettings({ HTTP_PROXY: 'http://big.test', http_proxy: 'small.test:8080' });
  expect(settings).toMatchObject({ httpProxy: 'http://small.test:8080', httpsProxy: '' });
});

test('does not change a NO_PROXY of *', () => {
  expect(readProxySettings({ no_proxy: ' * ' }).noProxy).toBe('*');
});

test.each(['http://user:hunter2@', 'ftp://user:hunter2@proxy.test'])('rejects %s without repeating it', (url) => {
  const read = () => readProxySettings({ HTTPS_PROXY: url });
  expect(read).toThrow('Reading HTTPS_PROXY: it is not the URL of a proxy. Set it to http://proxy.example.test:8080');
});

test.each(['http://user:hunter2%@proxy.test', 'http://user:hunter2%ff@proxy.test', 'http://%e9:hunter2@proxy.test'])(
  'rejects the credentials of %s without repeating them',
  (url) => {
    const read = () => readProxySettings({ HTTPS_PROXY: url });
    expect(read).toThrow(
      'Reading HTTPS_PROXY: its user or password is not percent-encoded UTF-8. Write %25 for a percent sign: http://USER:100%25@proxy.example.test:8080',
    );
  },
);
