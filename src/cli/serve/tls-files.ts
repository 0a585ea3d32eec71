import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { TlsIdentity } from '../../server/tls-server.js';
import { InputError } from '../../spec/validation/input-error.js';
import { readTextFile } from '../files.js';
import type { ServeSettings } from './settings.js';

type TlsSettings = Pick<ServeSettings, 'tlsCert' | 'tlsKey' | 'chosenBy'>;

/** A certificate in use. Only `key` is secret. */
export interface Tls extends TlsIdentity {
  readonly file: string;
  readonly isSelfSigned: boolean;
  readonly validUntil: string;
}

/** Returns the certificate and key that the settings name; undefined without TLS. Throws an InputError, which never quotes the key. */
export function openTls({ tlsCert, tlsKey, chosenBy }: TlsSettings): Tls | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert !== undefined && tlsKey !== undefined) return readTls(tlsCert, tlsKey);
  const given = tlsCert === undefined ? chosenBy.tlsKey : chosenBy.tlsCert;
  const [flag, example] = tlsCert === undefined ? ['--tls-cert', 'cert.pem'] : ['--tls-key', 'key.pem'];
  throw new InputError(`Reading ${given}`, `${flag} is missing`, `Add ${flag} ${example}`);
}

/** Returns how to reload the files of a certificate while the server runs. */
export function tlsReloadables(settings: TlsSettings, renew: (tls: TlsIdentity) => void) {
  const reload = () => {
    const tls = openTls(settings) as Tls;
    renew(tls);
    return `the certificate is valid until ${tls.validUntil}; it applies to new connections`;
  };
  return [settings.tlsCert, settings.tlsKey].flatMap((file) => (file === undefined ? [] : [{ file, reload }]));
}

function readTls(certFile: string, keyFile: string): Tls {
  const ofCert = `Reading the certificate ${certFile}`;
  const cert = readTextFile(certFile, ofCert, 'Name a PEM file');
  const certificate = parsed(() => new X509Certificate(cert));
  if (certificate === undefined) {
    throw new InputError(ofCert, 'it is not a certificate in PEM', 'One begins with -----BEGIN CERTIFICATE-----');
  }
  const [from, until] = [dayOf(certificate.validFrom), dayOf(certificate.validTo)];
  if (Date.parse(certificate.validTo) < Date.now()) throw new InputError(ofCert, `it expired on ${until}`, 'Renew it');
  if (Date.parse(certificate.validFrom) > Date.now()) {
    throw new InputError(ofCert, `it is not valid before ${from}`, 'Check the clock of this machine');
  }
  const key = readKey(keyFile, certificate, certFile);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const { reason = 'unsupported' } = error as { readonly reason?: string };
    throw new InputError(ofCert, `OpenSSL does not accept it (${reason})`, 'Try a key of 2048 bits or P-256');
  }
  const isSelfSigned = certificate.verify(certificate.publicKey);
  return { cert, key, file: certFile, isSelfSigned, validUntil: until };
}

/** Returns the text of the key of a certificate. Errors never show anything of it. */
function readKey(file: string, certificate: X509Certificate, certFile: string): string {
  const attempted = `Reading the private key ${file}`;
  const text = readTextFile(file, attempted, 'Name the PEM file of the key that belongs to the certificate');
  if (/^(?:-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED)\r?$/m.test(text)) {
    const remedy = `Decrypt it: openssl pkey -in ${file} -out plain.key.pem`;
    throw new InputError(attempted, 'it is encrypted, and a passphrase cannot be given', remedy);
  }
  const key: KeyObject | undefined = parsed(() => createPrivateKey(text));
  if (key === undefined) {
    throw new InputError(attempted, 'it is not a private key in PEM', 'One begins with -----BEGIN PRIVATE KEY-----');
  }
  if (!certificate.checkPrivateKey(key)) {
    const problem = `it does not belong to the certificate ${certFile}`;
    throw new InputError(attempted, problem, 'Name the key that the certificate was requested with');
  }
  return text;
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function dayOf(date: string): string {
  return new Date(date).toISOString().slice(0, 10);
}
