import type { TlsIdentity } from '../../server/tls-server.js';
import { openIdentity, type Tls } from '../tls-identity.js';
import type { ServeSettings } from './settings.js';

type TlsSettings = Pick<ServeSettings, 'tlsCert' | 'tlsKey' | 'chosenBy'>;

/** Returns the certificate and key that the settings name; undefined without TLS. Throws an InputError, which never quotes the key. */
export function openTls({ tlsCert, tlsKey, chosenBy }: TlsSettings): Tls | undefined {
  return openIdentity(
    { file: tlsCert, flag: '--tls-cert', chosenBy: chosenBy.tlsCert },
    { file: tlsKey, flag: '--tls-key', chosenBy: chosenBy.tlsKey },
  );
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
