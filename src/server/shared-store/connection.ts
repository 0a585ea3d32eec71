import { InputError } from '../../json/input-error.js';
import { parseUrl } from '../../json/parse-url.js';

export interface StoreAddress {
  /** May contain a password. */
  readonly url: string;
  /** The address without its user and password, for messages. */
  readonly shown: string;
}

/** Parses the address of a shared store. Throws an InputError that does not quote it: there may be a password in it. */
export function parseStoreAddress(text: string, source: string): StoreAddress {
  const fail = (problem: string): never => {
    throw new InputError(`Reading ${source}`, problem, 'Try redis://127.0.0.1:6379');
  };
  const url = parseUrl(text);
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === '') {
    return fail('it is not a redis:// or rediss:// URL');
  }
  if (!/^\/?\d{0,5}$/.test(url.pathname)) fail('its path is not the number of a database, such as /2');
  return { url: text, shown: `${url.protocol}//${url.host}${url.pathname}` };
}

/** A reply of the store; texts are bytes. */
export type Reply = Buffer | number | null | Reply[];

/** One connection to a store. Commands of one connection are carried out in the order in which they are sent. */
export interface StoreConnection {
  /** Never sends twice. Rejects with a RejectedError, and with another error if the connection is lost before the reply. */
  send(...args: readonly (string | Buffer)[]): Promise<Reply>;
  close(): void;
}

/** The store has rejected a command: it was not carried out. */
export class RejectedError extends Error {
  override readonly name = 'RejectedError';
}

const PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 500;

/** Opens a connection. Rejects with an InputError that shows no password. */
export async function connect(address: StoreAddress, attempted: string): Promise<StoreConnection> {
  const { default: redis } = await import('redis').catch(() => {
    const remedy = 'Install it: npm install redis';
    throw new InputError(attempted, 'the package redis, its client, is not installed', remedy);
  });
  const client = redis.createClient({
    url: address.url,
    RESP: 2,
    // A command that was queued meanwhile would be carried out long after its request got a 503.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: PATIENCE_MS,
      reconnectStrategy: (retries: number) => Math.min(20 * 2 ** Math.min(retries, 10), LONGEST_PAUSE_MS),
    },
  });
  // The servers notice a silent store themselves: a signal for each command would cost as much as the command.
  const options = { typeMapping: { [redis.RESP_TYPES.BLOB_STRING]: Buffer }, timeout: 0 };
  let latest: unknown;
  // Commands reject, too: whoever sent them reports it.
  let refuse = (_error: unknown) => {};
  client.on('error', (error: unknown) => {
    latest = error;
    // A wrong password stays wrong, and so does a certificate.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof redis.ErrorReply || /CERT|SIGNATURE/.test(code)) refuse(error);
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const timeout = new Promise<never>((_, reject) => {
      refuse = reject;
      timer = setTimeout(() => reject(latest ?? new Error('it does not respond')), PATIENCE_MS);
    });
    await Promise.race([client.connect(), timeout]);
  } catch (error) {
    client.destroy();
    const isThere = error instanceof redis.ErrorReply;
    const remedy = isThere
      ? 'Correct the URL: user and password (a %40 is an @), or database.'
      : 'Start one, such as redis-server, or correct the address.';
    throw new InputError(attempted, whyNotConnected(error), remedy);
  } finally {
    clearTimeout(timer);
  }
  const explain = (error: unknown): never => {
    const { message } = error as Error;
    if (error instanceof redis.ErrorReply) throw new RejectedError(message);
    throw error;
  };
  return {
    send: (...args) => client.sendCommand<Reply>(args, options).catch(explain),
    close: () => client.destroy(),
  };
}

function whyNotConnected(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  return (message || String(code ?? error)).replace(/[.?]+$/, '');
}
