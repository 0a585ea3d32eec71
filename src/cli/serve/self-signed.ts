import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { TlsIdentity } from '../../server/tls-server.js';
import { parseUrl } from '../../spec/parse-url.js';

const HOUR_MS = 3_600_000;
/** The longest that browsers accept is 398 days. */
const LIFETIME_MS = 397 * 24 * HOUR_MS;

/**
 * Creates a certificate that signs itself (RFC 5280), and its P-256 key. `names` are host names and addresses. It is no authority:
 * whoever gets its key cannot sign other certificates with it.
 */
export function createSelfSigned(names: readonly string[], nowMs: number): TlsIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const subject = nameOf(`petstore-mock on ${hostname()}`);
  const body = sequence(
    der(0xa0, integer(2)),
    der(0x02, positive(randomBytes(16))),
    ECDSA_WITH_SHA256,
    subject,
    // A clock that is slow by less than an hour does not matter.
    sequence(utcTime(nowMs - HOUR_MS), utcTime(nowMs + LIFETIME_MS)),
    subject,
    spki,
    der(0xa3, sequence(...extensions(names, createHash('sha1').update(spki).digest()))),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, ECDSA_WITH_SHA256, bitString(0, signature));
  return {
    cert: toPem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Encodes a value in DER: its tag, its length and its content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const size = bytes.length;
  const long = size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(size < 128 ? [size] : long)]), bytes]);
}

const sequence = (...items: readonly Uint8Array[]) => der(0x30, ...items);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const text = (tag: number, value: string) => der(tag, Buffer.from(value));
const bitString = (unusedBits: number, bytes: Uint8Array) => der(0x03, Buffer.from([unusedBits]), bytes);
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const TRUE = der(0x01, Buffer.from([0xff]));
const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));

/** An integer is signed: its first bit is cleared. The second is set, since DER allows no zeros in front. */
function positive(bytes: Buffer): Buffer {
  return Buffer.from([((bytes[0] ?? 0) & 0x7f) | 0x40, ...bytes.subarray(1)]);
}

function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(objectId('550403'), text(0x0c, commonName.slice(0, 64)))));
}

/** Until 2049 the year has two digits. */
function utcTime(ms: number): Buffer {
  return text(
    0x17,
    `${new Date(ms)
      .toISOString()
      .replace(/\.\d+|[-:T]/g, '')
      .slice(2)}`,
  );
}

function extensions(names: readonly string[], keyId: Buffer): Buffer[] {
  const extension = (id: string, value: Buffer, ...critical: Buffer[]) =>
    sequence(objectId(id), ...critical, der(0x04, value));
  return [
    extension('551d13', sequence(), TRUE), // basicConstraints: not an authority
    extension('551d0f', bitString(7, Buffer.from([0x80])), TRUE), // keyUsage: digitalSignature
    extension('551d25', sequence(objectId('2b06010505070301'))), // extendedKeyUsage: serverAuth
    extension('551d11', sequence(...names.map(alternativeName))), // subjectAltName
    extension('551d0e', der(0x04, keyId)), // subjectKeyIdentifier
  ];
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 0 ? text(0x82, name) : der(0x87, addressBytes(name));
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  // The URL parser writes the shortest form, without embedded IPv4.
  const short = parseUrl(`http://[${address}]`)?.hostname.slice(1, -1) ?? '::';
  const [head = [], tail = []] = short.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return Buffer.from([...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function toPem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
