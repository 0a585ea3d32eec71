import { readTextFile } from '../files/read-file.js';
import { InputError } from '../json/input-error.js';
import type { TlsIdentity } from '../server/tls-server.js';

/** A certificate in use. Only `key` is secret. */
export interface Tls extends TlsIdentity {
  readonly file: string;
  readonly isSelfSigned: boolean;
  readonly validUntil: string;
}

interface FileOption {
  readonly file: string | undefined;
  readonly flag: string;
  /** The flag or the variable. */
  readonly chosenBy: string;
}

/** Reads a certificate and its key; undefined if neither is named. Throws an InputError, which never quotes the key. */
export function openIdentity(cert: FileOption, key: FileOption): Tls | undefined {
  if (cert.file === undefined && key.file === undefined) return undefined;
  if (cert.file !== undefined && key.file !== undefined) return readTls(cert.file, key.file);
  const [given, { flag }, example] = cert.file === undefined ? [key, cert, 'cert.pem'] : [cert, key, 'key.pem'];
  throw new InputError(`Reading ${given.chosenBy}`, `${flag} is missing`, `Add ${flag} ${example}`);
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
  // Late: imported, it and all root certificates would be loaded at every start.
  const { createSecureContext } = process.getBuiltinModule('node:tls');
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
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
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
