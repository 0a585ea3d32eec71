import { X509Certificate } from 'node:crypto';
import { type ConnectionOptions, rootCertificates } from 'node:tls';
import { InputError } from '../json/input-error.js';

/** How a client connects to a service by TLS. */
export interface ClientTls {
  /** An authority to trust in addition to the default ones, in PEM. */
  readonly ca?: string | undefined;
  /** The certificate of the client and its key, in PEM. The key is a secret. */
  readonly identity?: { readonly cert: string; readonly key: string } | undefined;
  /** Verifies no certificate of the service. */
  readonly isInsecure?: boolean;
}

/** Returns the options of Node for a connection to the service. Throws an InputError for an invalid authority. */
export function connectionOptionsOf({ ca, identity, isInsecure }: ClientTls) {
  return {
    ...(ca !== undefined && { ca: [...rootCertificates, checkedAuthority(ca)] }),
    ...(identity && { cert: identity.cert, key: identity.key }),
    ...(isInsecure && { rejectUnauthorized: false }),
  } satisfies ConnectionOptions;
}

function checkedAuthority(pem: string): string {
  try {
    new X509Certificate(pem);
    return pem;
  } catch {
    const remedy = 'Name a PEM file, which begins with -----BEGIN CERTIFICATE-----';
    throw new InputError('Reading the authority to trust', 'it contains no certificate', remedy);
  }
}
