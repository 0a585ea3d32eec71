import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, fetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../../tests/temporary-file.js';
import { serve } from './serve-command.js';
import { openTls, tlsReloadables } from './serve-files.js';

const pathOf = (name: string) => fileURLToPath(new URL(`../../../tests/certificates/${name}`, import.meta.url));
const certFile = pathOf('localhost.cert.pem');
const keyFile = pathOf('localhost.key.pem');
const chosenBy = new Proxy({}, { get: (_, name) => (name === 'tlsKey' ? '--tls-key' : '--tls-cert') }) as never;
const settings = {
  tlsCert: certFile,
  tlsKey: keyFile,
  chosenBy,
};

const otherKey = () =>
  String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }));

const ENCRYPTED = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nSECRETKEYTEXT\n-----END ENCRYPTED PRIVATE KEY-----\n';

test('reads a certificate and its key', async () => {
  expect(openTls(settings)).toEqual({
    cert: await readFile(certFile, 'utf8'),
    key: await readFile(keyFile, 'utf8'),
    file: certFile,
    isSelfSigned: true,
    validUntil: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
  });
  expect(openTls({ ...settings, tlsCert: undefined, tlsKey: undefined })).toBeUndefined();
});

test.each([
  ['no key', { tlsKey: undefined }, 'Reading --tls-cert: --tls-key is missing. Add --tls-key key.pem'],
  ['no certificate', { tlsCert: undefined }, 'Reading --tls-key: --tls-cert is missing.'],
  ['a missing file', { tlsKey: '/none/key.pem' }, 'private key /none/key.pem: the file does not exist.'],
  ['an expired certificate', { tlsCert: pathOf('expired.cert.pem') }, 'it expired on 2020-'],
  ['a key as the certificate', { tlsCert: keyFile }, 'it is not a certificate in PEM.'],
  ['a certificate as the key', { tlsKey: certFile }, 'OpenSSL does not accept it with the certificate'],
])('rejects %s', (_, change, message) => {
  expect(() => openTls({ ...settings, ...change })).toThrow(message);
});

test('rejects an encrypted, a foreign and a broken key, and quotes none of them', async () => {
  const other = otherKey();
  const legacy = ENCRYPTED.replace('ENCRYPTED PRIVATE KEY-----\n', 'RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n');
  for (const text of [ENCRYPTED, legacy, other, other.slice(0, 90)]) {
    const tlsKey = await temporaryFile('key.pem', text);
    const open = () => openTls({ ...settings, tlsKey });
    expect(open).toThrow(`Reading the private key ${tlsKey}: OpenSSL does not accept it`);
    expect(open).not.toThrow(text.split('\n')[1]);
  }
});

test('reloads both files, and keeps the certificate while they do not fit', async () => {
  const folder = await temporaryFolder();
  const files = { ...settings, tlsCert: join(folder, 'c.pem'), tlsKey: join(folder, 'k.pem') };
  await copyFile(certFile, files.tlsCert);
  await copyFile(keyFile, files.tlsKey);
  const renewed: string[] = [];
  const [ofCert, ofKey] = tlsReloadables(files, ({ cert }) => renewed.push(cert));
  await writeFile(files.tlsKey, otherKey());
  expect(() => ofKey?.reload()).toThrow('key values mismatch');
  expect(renewed).toEqual([]);
  await copyFile(keyFile, files.tlsKey);
  expect(ofCert?.reload()).toMatch(/^the certificate is valid until 20\d\d-\d\d-\d\d; it applies to new connections$/);
  expect(renewed).toEqual([await readFile(certFile, 'utf8')]);
});

const files = { tlsCert: certFile, tlsKey: keyFile };

async function start(flags: object) {
  const out: string[] = [];
  const serving = await serve(
    { version: '1.2.3', flags: { port: 0, log: 'pretty', pets: 3, ...flags } },
    {
      stdout: { write: (text) => out.push(text) },
      stderr: { write: () => {} },
      folder: await temporaryFolder(),
      variables: {},
    },
  );
  onTestFinished(serving.stop);
  return { ...serving, banner: () => out.join('') };
}

test('serves the fake and the control room over HTTPS, and says how to trust the certificate', async () => {
  const { server, banner } = await start({ ...files, host: '::1', adminToken: 's3cret' });
  expect(server.url).toMatch(/^https:\/\/\[::1\]:\d+\/v1$/);
  expect(banner()).toContain(
    `curl --cacert ${certFile} -H 'Authorization: Bearer test_free' '${server.url}/inventory'`,
  );
  expect(banner()).toContain(`${server.origin}/__admin/ui`);
  expect(banner()).not.toContain('PRIVATE KEY');
  const ca = await readFile(certFile, 'utf8');
  for (const allowH2 of [false, true]) {
    const dispatcher = new Agent({ allowH2, connect: { ca } });
    onTestFinished(() => dispatcher.destroy());
    const list = await fetch(`${server.url}/inventory`, { headers: { Authorization: 'Bearer test_free' }, dispatcher });
    expect(await list.json()).toHaveLength(3);
    const admin = (headers: object) =>
      fetch(`${server.origin}/__admin/health`, { headers: { Authorization: 'Bearer s3cret', ...headers }, dispatcher });
    expect(await (await admin({})).json()).toMatchObject({ status: 'ok', baseUrl: server.url });
    expect((await admin({ Origin: server.origin })).status).toBe(200);
  }
});

test('serves the control room over HTTP/2 only under its own hosts', async () => {
  const { server } = await start({ ...files, adminToken: 's3cret' });
  const session = connect(server.origin, { rejectUnauthorized: false });
  onTestFinished(() => session.destroy());
  const status = async (authority: string) => {
    const headers = { ':path': '/__admin/health', ':authority': authority, authorization: 'Bearer s3cret' };
    const stream = session.request(headers);
    const [head] = await once(stream.resume(), 'response');
    return head[':status'];
  };
  expect(await status('localhost:4290')).toBe(200);
  expect(await status('evil.example:4290')).toBe(403);
});
