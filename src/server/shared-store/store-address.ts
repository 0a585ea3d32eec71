import { parseUrl } from '../../spec/parse-url.js';
import { InputError } from '../../spec/validation/input-error.js';

/** Where a shared store is. */
export interface StoreAddress {
  /** May contain a password. */
  readonly url: string;
  /** The address without its user and password, for messages. */
  readonly shown: string;
}

/**
 * Parses the address of a shared store, such as `redis://127.0.0.1:6379` or `rediss://user:password@store:6380/2`. Throws an
 * InputError that does not quote it: there may be a password in it.
 */
export function parseStoreAddress(text: string, source: string): StoreAddress {
  const fail = (problem: string): never => {
    throw new InputError(`Reading ${source}`, problem, 'Try redis://127.0.0.1:6379');
  };
  const url = parseUrl(text);
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || !/^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(url.hostname)) {
    return fail('it is not a redis:// or rediss:// URL with one host');
  }
  const { protocol, host, username, password, pathname, search, hash } = url;
  if (!/^\/?\d{0,5}$/.test(pathname) || search || hash) fail('its path is not the number of a database, such as /2');
  try {
    decodeURIComponent(username + password);
  } catch {
    fail('its user or password has a wrong percent escape');
  }
  return { url: text, shown: `${protocol}//${host}${pathname}` };
}
