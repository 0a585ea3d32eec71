import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { UndiciSender } from '../../contract-tests/sending/sender.js';
import {
  certificate,
  sendOnce,
  startHttp,
  startHttps,
  startMutualTls,
  startRaw,
} from '../../contract-tests/sending/servers-for-tests.js';
import { explainFailure } from './failure-cause.js';

const ok = (_request: object, response: { end(text: string): unknown }) => response.end('ok');
const service = new URL('https://service.test/v1');
const failing = (code: string, more: object = {}) => Object.assign(new Error('secret'), { code, ...more });

test('names the address that refused the connection', async () => {
  const origin = 'http://127.0.0.1:1';
  expect(await sendOnce(origin)).toEqual({ cause: '127.0.0.1:1 refused the connection (ECONNREFUSED)' });
});

test('reports a self-signed certificate', async () => {
  const { cause } = Object(await sendOnce(await startHttps(ok)));
  expect(cause).toMatch(/^the certificate is self-signed; .* --ca FILE \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/);
});

test('trusts a given authority', async () => {
  expect(await sendOnce(await startHttps(ok), {}, { ca: certificate })).toMatchObject({ status: 200 });
});

test('reports that the service requires a client certificate', async () => {
  expect(await sendOnce(await startMutualTls(ok), {}, { ca: certificate })).toEqual({
    cause: expect.stringContaining('requires a client certificate: add --client-cert FILE and --client-key FILE'),
  });
});

test.each([
  ['TLSV1_ALERT_UNKNOWN_CA', 'does not accept the certificate of this client'],
  ['SSL/TLS_ALERT_BAD_CERTIFICATE', 'does not accept the certificate of this client'],
  ['SSLV3_ALERT_CERTIFICATE_EXPIRED', 'does not accept the certificate of this client'],
  ['SSLV3_ALERT_HANDSHAKE_FAILURE', 'for a client certificate, add --client-cert FILE and --client-key FILE'],
])('explains an alert of TLS: %s', (reason, text) => {
  const error = Object.assign(new Error(''), { code: `ERR_SSL_${reason}` });
  expect(explainFailure(error, new URL('https://staging.example.test/v1'))).toContain(text);
});

test('reports an expired certificate', async () => {
  const ca = readFileSync(new URL('../../tests/certificates/expired.cert.pem', import.meta.url), 'utf8');
  expect(await sendOnce(await startHttps(ok, ca), {}, { ca })).toEqual({
    cause: 'the certificate has expired (CERT_HAS_EXPIRED)',
  });
});

test('reports a certificate for another name', async () => {
  const origin = (await startHttps(ok)).replace('localhost', '127.0.0.1');
  expect(await sendOnce(origin, {}, { ca: certificate })).toEqual({
    cause: 'the certificate is not for 127.0.0.1 (ERR_TLS_CERT_ALTNAME_INVALID)',
  });
});

test('reports a port that does not use TLS', async () => {
  const origin = (await startHttp(ok)).replace('http:', 'https:');
  expect(await sendOnce(origin)).toHaveProperty('cause', expect.stringMatching(/does not use TLS.*http:\/\//));
});

test('suggests https if a TLS port closes the connection', async () => {
  const origin = (await startHttps(ok)).replace('https:', 'http:');
  expect(await sendOnce(origin)).toHaveProperty('cause', expect.stringMatching(/closed the connection.*https:\/\//));
});

test('does not suggest another URL after a response', async () => {
  let requests = 0;
  const origin = await startHttp((request, response) => {
    requests++;
    if (requests === 1) response.end('ok');
    else request.socket.destroy();
  });
  const sender = new UndiciSender({ variables: {} });
  onTestFinished(() => sender.close());
  const request = { method: 'GET', url: origin, headers: [], body: undefined };
  const { signal } = new AbortController();
  expect(await sender.send(request, signal)).toMatchObject({ status: 200 });
  expect(await sender.send(request, signal)).toEqual({ cause: 'the service closed the connection without a response' });
});

test('does not repeat a header that cannot be sent', async () => {
  const { cause } = Object(await sendOnce('http://127.0.0.1:1', { headers: [['Authorization', 'Bearer se\ncret']] }));
  expect(cause).toBe('the request failed: "invalid Authorization header"');
});

test.each([
  ['a TLS alert', '\x15\x03\x01\x00\x02\x02\x46', /uses TLS.*https:\/\//],
  ['another protocol', 'SSH-2.0-OpenSSH\r\n', /is not HTTP: "Expected HTTP/],
  ['"100 Continue" unasked', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n', /"100 Continue"/],
  ['nothing', '', /closed the connection/],
])('explains %s', async (_what, response, expected) => {
  expect(await sendOnce(await startRaw(response))).toHaveProperty('cause', expect.stringMatching(expected));
});

test('reports a connection reset', async () => {
  const origin = await startRaw((socket) => socket.resetAndDestroy());
  expect(await sendOnce(origin)).toEqual({ cause: 'the connection was reset (ECONNRESET)' });
});

test.each([
  ['ENOTFOUND', 'the name service.test cannot be resolved (ENOTFOUND)'],
  ['EAI_AGAIN', 'the name service.test cannot be resolved (EAI_AGAIN)'],
  ['ETIMEDOUT', 'service.test did not respond in time (ETIMEDOUT)'],
  ['UND_ERR_CONNECT_TIMEOUT', 'service.test did not accept the connection in time'],
  ['UND_ERR_HEADERS_OVERFLOW', 'the headers of the response are too large'],
])('explains %s', (code, expected) => {
  expect(explainFailure(failing(code), service)).toBe(expected);
});

test.each(['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'])(
  'suggests --ca for %s',
  (code) => expect(explainFailure(failing(code), service)).toContain('--ca FILE'),
);

test('names the first of several addresses that refused the connection', () => {
  const errors = ['::1', '127.0.0.1'].map((address) => failing('ECONNREFUSED', { address, port: 80 }));
  const cause = explainFailure(new AggregateError(errors), service);
  expect(cause).toBe('[::1]:80 refused the connection (ECONNREFUSED)');
});

test('reports an unknown cause in one short line', () => {
  const cause = explainFailure(new Error(`a\nb\u001b[31m${'x'.repeat(500)}`), service);
  expect(cause).toMatch(/^the request failed: "a\\nb.*…"$/);
});
