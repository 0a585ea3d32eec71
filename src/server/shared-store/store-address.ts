import { InputError } from '../../spec/validation/input-error.js';

const KINDS = {
  redis: { topology: 'single', tls: false },
  rediss: { topology: 'single', tls: true },
  'redis-cluster': { topology: 'cluster', tls: false },
  'rediss-cluster': { topology: 'cluster', tls: true },
  'redis-sentinel': { topology: 'sentinel', tls: false },
  'rediss-sentinel': { topology: 'sentinel', tls: true },
} as const;

interface Node {
  readonly host: string;
  readonly port: number;
}

/** Where a shared store is. */
export interface StoreAddress {
  readonly topology: 'single' | 'cluster' | 'sentinel';
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The store, or some of the nodes of a cluster, or the sentinels. */
  readonly nodes: readonly [Node, ...Node[]];
  /** Of a single store; default 0. */
  readonly database: number;
  /** The primary that the sentinels watch. */
  readonly primary: string;
  /** The address without its user and password, for messages. */
  readonly shown: string;
}

const FORM = /^([a-z-]+):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?#]+)(?:\/([^/?#]*))?$/;
const NODE = /^(\[[\da-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/;
const PORT = 6379;
const SENTINEL_PORT = 26_379;

/**
 * Parses the address of a shared store, such as `redis://127.0.0.1:6379`, `rediss://user:password@store:6380/2`,
 * `redis-cluster://a:7000,b:7001` or `redis-sentinel://a:26379,b:26379/primary`. Throws an InputError that does not quote it: there
 * may be a password in it.
 */
export function parseStoreAddress(text: string, source: string): StoreAddress {
  const fail = (problem: string): never => {
    throw new InputError(`Reading ${source}`, problem, 'Try redis://127.0.0.1:6379');
  };
  const [, scheme = '', username = '', password, hosts = '', path = ''] = FORM.exec(text) ?? [];
  const kind = Object.hasOwn(KINDS, scheme)
    ? KINDS[scheme as keyof typeof KINDS]
    : fail(`it is not a URL of ${Object.keys(KINDS).join(', ')}`);
  const { topology, tls } = kind;
  const [first, ...others] = hosts.split(',').map((part) => {
    const [, host, port = topology === 'sentinel' ? SENTINEL_PORT : PORT] = NODE.exec(part) ?? [];
    if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
      return fail('it has no host, or a port that is none');
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });
  if (topology === 'single' && others.length > 0) fail('a single store has one host; several are a redis-cluster://');
  if (topology === 'single' && !/^\d{0,5}$/.test(path)) fail('its path is not the number of a database, such as /2');
  if (topology === 'cluster' && path !== '') fail('a cluster has no databases: leave the path out');
  if (topology === 'sentinel' && !/^[\w.-]+$/.test(path))
    fail('its path is not the name of a primary, such as /mymaster');
  return {
    topology,
    tls,
    username: username === '' ? undefined : unescaped(username, fail),
    password: password === undefined ? undefined : unescaped(password, fail),
    nodes: [first as Node, ...others],
    database: topology === 'single' ? Number(path) : 0,
    primary: path,
    shown: `${scheme}://${hosts}${path === '' ? '' : `/${path}`}`,
  };
}

function unescaped(text: string, fail: (problem: string) => never): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return fail('its user or password has a wrong percent escape');
  }
}
