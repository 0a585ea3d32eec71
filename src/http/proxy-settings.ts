import { InputError } from '../json/input-error.js';
import { parseUrl } from '../json/parse-url.js';

/** Which proxies to use; an empty text means none. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/** To a proxy, these names mean another machine. */
const LOOPBACK = 'localhost,127.0.0.1,[::1]';

/** HTTP_PROXY also stands for HTTPS_PROXY; lower-case names win. Throws an InputError that does not quote a URL: it may contain a password. */
export function readProxySettings(variables: Readonly<Record<string, string | undefined>>): ProxySettings {
  const read = (name: string) => (variables[name.toLowerCase()] ?? variables[name] ?? '').trim();
  const noProxy = read('NO_PROXY');
  return {
    httpProxy: proxyUrl(read('HTTP_PROXY'), 'HTTP_PROXY'),
    httpsProxy: proxyUrl(read('HTTPS_PROXY'), 'HTTPS_PROXY'),
    noProxy: noProxy === '*' ? '*' : `${LOOPBACK},${noProxy}`,
  };
}

function proxyUrl(text: string, name: string): string {
  if (text === '') return '';
  const url = text.includes('://') ? text : `http://${text}`;
  const { protocol = '', username = '', password = '' } = parseUrl(url) ?? {};
  if (!/^https?:$/.test(protocol)) {
    throw new InputError(`Reading ${name}`, 'it is not the URL of a proxy', 'Set it to http://proxy.example.test:8080');
  }
  if ([username, password].every(isPercentEncoded)) return url;
  throw new InputError(
    `Reading ${name}`,
    'its user or password is not percent-encoded UTF-8',
    'Write %25 for a percent sign: http://USER:100%25@proxy.example.test:8080',
  );
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
