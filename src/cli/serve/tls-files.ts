import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { createSecureContext } from 'node:tls';
import { createFiles } from '../../../contract-tests/replace-files.js';
import { nameOfHost, parseHost } from '../../server/admin/served-hosts.js';
import type { TlsIdentity } from '../../server/tls-server.js';
import { whyNotWritten } from '../../spec/validation/file-problem.js';
import { InputError } from '../../spec/validation/input-error.js';
import { readTextFile } from '../files.js';
import { createSelfSigned } from './self-signed.js';
import type { ServeSettings } from './settings.js';

type TlsSettings = Pick<ServeSettings, 'tlsCert' | 'tlsKey' | 'tlsSelfSigned' | 'host' | 'allowedHosts' | 'chosenBy'>;

/** A certificate in use. Only `key` is secret. */
export interface Tls extends TlsIdentity {
  /** Undefined: only in memory, until the server ends. */
  readonly file: string | undefined;
  readonly isSelfSigned: boolean;
  readonly names: readonly string[];
  readonly validUntil: string;
}

/** The addresses of all interfaces, which are no names. */
const ANY_ADDRESS = ['0.0.0.0', '[::]'];

/**
 * Returns the certificate and key that the settings name or ask for; undefined without TLS. A self-signed one is written to the
 * named files if there are none. Throws an InputError, which never quotes the key.
 */
export function openTls(settings: TlsSettings): Tls | undefined {
  const files = requireBoth(settings);
  if (!settings.tlsSelfSigned) return files && readTls(files);
  if (files !== undefined && (existsSync(files.cert) || existsSync(files.key))) return readTls(files);
  const created = createSelfSigned(namesOf(settings), Date.now());
  if (files !== undefined) writeTls(files, created);
  return describe(created, files?.cert);
}

/** Returns how to reload the files of a certificate while the server runs. */
export function tlsReloadables(settings: TlsSettings, renew: (tls: TlsIdentity) => void) {
  const files = requireBoth(settings);
  if (files === undefined) return [];
  const reload = () => {
    const tls = readTls(files);
    renew(tls);
    return `the certificate is valid until ${tls.validUntil}; it applies to new connections`;
  };
  return [files.cert, files.key].map((file) => ({ file, reload }));
}

interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

function requireBoth({ tlsCert, tlsKey, chosenBy }: TlsSettings): TlsFiles | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert !== undefined && tlsKey !== undefined) return { cert: tlsCert, key: tlsKey };
  const [given, missing] = tlsCert === undefined ? (['tlsKey', 'key'] as const) : (['tlsCert', 'cert'] as const);
  const [flag, example] = missing === 'key' ? ['--tls-cert', 'petstore.cert.pem'] : ['--tls-key', 'petstore.key.pem'];
  throw new InputError(`Reading ${chosenBy[given]}`, `${flag} is missing`, `Add ${flag} ${example}`);
}

function readTls({ cert: certFile, key: keyFile }: TlsFiles): Tls {
  const ofCert = `Reading the certificate ${certFile}`;
  const ofKey = `Reading the private key ${keyFile}`;
  const renewal = 'Renew it; if --tls-self-signed wrote it, delete it and its key';
  const cert = readTextFile(certFile, ofCert, 'Name a PEM file, or let --tls-self-signed write both files');
  const certificate = parsed(() => new X509Certificate(cert));
  if (certificate === undefined) {
    const isKey = /^-----BEGIN [A-Z ]*PRIVATE KEY-----/m.test(cert);
    const isSwapped = isKey && parsed(() => new X509Certificate(readFileSync(keyFile))) !== undefined;
    if (isSwapped) {
      const problem = 'it is a private key: --tls-cert and --tls-key seem to be swapped';
      throw new InputError(ofCert, problem, `Try --tls-cert ${keyFile} --tls-key ${certFile}`);
    }
    throw new InputError(ofCert, 'it is not a certificate in PEM', 'One begins with -----BEGIN CERTIFICATE-----');
  }
  const { validFrom, validTo } = certificate;
  if (Date.parse(validTo) < Date.now()) throw new InputError(ofCert, `it expired on ${dayOf(validTo)}`, renewal);
  if (Date.parse(validFrom) > Date.now()) {
    throw new InputError(ofCert, `it is not valid before ${dayOf(validFrom)}`, 'Check the clock of this machine');
  }
  const key = readTextFile(keyFile, ofKey, 'Name the PEM file of the key that belongs to the certificate');
  requireFitting(parseKey(key, ofKey, keyFile), certificate, { ofKey, certFile });
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const { reason = 'unsupported' } = error as { readonly reason?: string };
    throw new InputError(ofCert, `OpenSSL does not accept it (${reason})`, 'Try a key of 2048 bits or P-256');
  }
  return describe({ cert, key }, certFile);
}

/** Never shows anything of the text. */
function parseKey(text: string, ofKey: string, file: string): KeyObject {
  if (/^(?:-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)\r?$/m.test(text)) {
    const remedy = `Decrypt it: openssl pkey -in ${file} -out plain.key.pem`;
    throw new InputError(ofKey, 'it is encrypted, and a passphrase cannot be given', remedy);
  }
  const key = parsed(() => createPrivateKey(text));
  if (key !== undefined) return key;
  throw new InputError(ofKey, 'it is not a private key in PEM', 'One begins with -----BEGIN PRIVATE KEY-----');
}

function requireFitting(
  key: KeyObject,
  certificate: X509Certificate,
  { ofKey, certFile }: { readonly ofKey: string; readonly certFile: string },
): void {
  if (certificate.checkPrivateKey(key)) return;
  const problem = `it does not belong to the certificate ${certFile}`;
  throw new InputError(ofKey, problem, 'Name the key that the certificate was requested with');
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function describe(identity: TlsIdentity, file: string | undefined): Tls {
  const certificate = new X509Certificate(identity.cert);
  const { subjectAltName = '', validTo } = certificate;
  const names = subjectAltName.split(', ').map((name) => shortest(name.replace(/^[^:]*:/, '')));
  const isSelfSigned = certificate.verify(certificate.publicKey);
  return { ...identity, file, isSelfSigned, names, validUntil: dayOf(validTo) };
}

/** OpenSSL writes every group of an IPv6 address. */
function shortest(name: string): string {
  return isIPv6(name) ? nameOfHost(name).slice(1, -1) : name;
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10);
}

/** The names that a self-signed certificate is made out to. */
function namesOf({ host, allowedHosts }: TlsSettings): string[] {
  const others = [nameOfHost(host), ...allowedHosts.map((allowed) => parseHost(allowed)?.name ?? allowed)];
  const named = others.filter((name) => !ANY_ADDRESS.includes(name)).map((name) => name.replace(/^\[|\]$/g, ''));
  return [...new Set(['localhost', '127.0.0.1', '::1', ...named])];
}

/** Both or none: one without the other could not be used. */
function writeTls(files: TlsFiles, { cert, key }: TlsIdentity): void {
  try {
    createFiles({ file: files.key, text: key, isPrivate: true }, { file: files.cert, text: cert });
  } catch (error) {
    const remedy = 'Name files that can be written: --tls-cert petstore.cert.pem --tls-key petstore.key.pem';
    throw new InputError(`Writing ${files.cert} and ${files.key}`, whyNotWritten(error), remedy);
  }
}
