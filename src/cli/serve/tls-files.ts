import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { readTextFile } from '../../files/read-file.js';
import { InputError } from '../../json/input-error.js';
import type { TlsIdentity } from '../../server/tls-server.js';
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
  const { validFrom, validTo, ...certificate } = parseCertificate(cert, ofCert);
  if (validTo < new Date()) throw new InputError(ofCert, `it expired on ${dayOf(validTo)}`, 'Renew it');
  if (validFrom > new Date()) {
    throw new InputError(ofCert, `it is not valid before ${dayOf(validFrom)}`, 'Check the clock of this machine');
  }
  const ofKey = `Reading the private key ${keyFile}`;
  const key = readTextFile(keyFile, ofKey, 'Name the PEM file of the key that belongs to the certificate');
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const { reason = 'unsupported' } = error as { readonly reason?: string };
    const problem = `OpenSSL does not accept it with the certificate ${certFile} (${reason})`;
    throw new InputError(ofKey, problem, 'Name the key of this certificate, as PEM without a passphrase');
  }
  return { cert, key, file: certFile, ...certificate, validUntil: dayOf(validTo) };
}

function parseCertificate(text: string, attempted: string) {
  try {
    const parsed = new X509Certificate(text);
    const [validFrom, validTo] = [new Date(parsed.validFrom), new Date(parsed.validTo)];
    return { validFrom, validTo, isSelfSigned: parsed.verify(parsed.publicKey) };
  } catch {
    throw new InputError(attempted, 'it is not a certificate in PEM', 'One begins with -----BEGIN CERTIFICATE-----');
  }
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
