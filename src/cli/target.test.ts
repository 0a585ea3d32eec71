import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readAdminToken, readApiKey, readClientTls, warnIfUnverified } from './target.js';

test('reports how to pass a key if there is none', () => {
  expect(() => readApiKey({ variables: {} })).toThrow(
    'Reading PETSTORE_API_KEY: the variable is not set. Set it: export PETSTORE_API_KEY=…',
  );
});

test.each(['two s3cret words', 's3cret\nkey', 's3crét'])('rejects %j and does not repeat it', (key) => {
  const read = () => readApiKey({ variables: { PETSTORE_API_KEY: key } });
  expect(read).toThrow('a header cannot carry the key. It must consist of visible ASCII characters');
  expect(read).not.toThrow(/s3cr/);
});

test.each(['12|AbCdEfGh', 'a:b', '{"k":1}', 'k,ey', '%41#~'])('reads the key %s', (key) => {
  expect(readApiKey({ variables: { PETSTORE_API_KEY: key } })).toBe(key);
});

test('reads the token of a fake from its variable', () => {
  expect(readAdminToken({ variables: { PETSTORE_ADMIN_TOKEN: ' token ' } })).toBe('token');
  expect(() => readAdminToken({ variables: {} })).toThrow('Reading PETSTORE_ADMIN_TOKEN: the variable is not set');
});

const pem = (name: string) => fileURLToPath(new URL(`../../tests/certificates/${name}.pem`, import.meta.url));
const none = { ca: undefined, clientCert: undefined, clientKey: undefined, isInsecure: false };

test('reads the certificate of the client and its key', () => {
  const tls = readClientTls({ ...none, clientCert: pem('localhost.cert'), clientKey: pem('localhost.key') });
  expect(tls.identity?.cert).toMatch(/^-----BEGIN CERTIFICATE-----/);
  expect(tls.identity?.key).toMatch(/^-----BEGIN PRIVATE KEY-----/);
});

test.each([
  [{ clientCert: pem('localhost.cert') }, 'Reading --client-cert: --client-key is missing. Add --client-key key.pem'],
  [{ clientKey: pem('localhost.key') }, 'Reading --client-key: --client-cert is missing. Add --client-cert cert.pem'],
  [{ clientCert: pem('expired.cert'), clientKey: pem('localhost.key') }, 'it expired on 2020-'],
  [{ clientCert: pem('localhost.key'), clientKey: pem('localhost.key') }, 'it is not a certificate in PEM'],
  [{ clientCert: pem('localhost.cert'), clientKey: pem('localhost.cert') }, 'OpenSSL does not accept it'],
])('explains a certificate of the client that cannot be used: %o', (given, message) => {
  expect(() => readClientTls({ ...none, ...given })).toThrow(message);
});

test('says on each run that it verifies nothing', () => {
  let printed = '';
  const terminal = { stderr: { write: (text: string) => (printed += text) } };
  warnIfUnverified(none, terminal);
  expect(printed).toBe('');
  warnIfUnverified({ isInsecure: true }, terminal);
  expect(printed).toMatch(/^petstore-mock: --insecure verifies no certificate: /);
});
