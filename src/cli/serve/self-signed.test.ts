import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { expect, it } from 'vitest';
import { createSelfSigned } from './self-signed.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const names = ['localhost', '127.0.0.1', '::1', '2001:db8::7:0:ff', '::ffff:10.0.0.7', 'petstore.internal'];

it('names hosts and addresses, signs itself, fits its key, and is not an authority', () => {
  const { cert, key } = createSelfSigned(names, NOW_MS);
  const certificate = new X509Certificate(cert);
  for (const name of names) {
    expect(isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name), name).toBeDefined();
  }
  expect(certificate.checkHost('other.internal')).toBeUndefined();
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
});

it('is valid from an hour ago, for no longer than browsers accept', () => {
  const { validFrom, validTo } = new X509Certificate(createSelfSigned(['localhost'], NOW_MS).cert);
  expect(new Date(validFrom).toISOString()).toBe('2026-11-21T11:00:00.000Z');
  expect(new Date(validTo).toISOString()).toBe('2027-12-23T12:00:00.000Z');
});

it('has another serial number and key each time', () => {
  const [one, other] = [1, 2].map(() => new X509Certificate(createSelfSigned(['localhost'], NOW_MS).cert));
  expect(one?.serialNumber).not.toBe(other?.serialNumber);
  expect(one?.fingerprint256).not.toBe(other?.fingerprint256);
});
