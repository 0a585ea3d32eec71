import { parseUrl } from '../../../spec/parse-url.js';

/** What a `Host` header names. */
export interface HostName {
  /** In lower case, addresses in their shortest form and IPv6 ones in brackets. */
  readonly name: string;
  /** Undefined where none stands there: then it is the scheme's own. */
  readonly port: number | undefined;
}

const HOST = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d*))?$/i;
/** An IPv4 address that came through a socket of IPv6, as a URL parser writes it. */
const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** Reads a host with or without a port, as `Host` has it (RFC 9110 §7.2); undefined where it is none. */
export function parseHost(text: string): HostName | undefined {
  const { port = '' } = HOST.exec(text)?.groups ?? {};
  const url = HOST.test(text) ? parseUrl(`http://${text}`) : undefined;
  if (url === undefined) return undefined;
  return { name: withoutMapping(withoutDot(url.hostname)), port: port === '' ? undefined : Number(port) };
}

/** Answers an address of a socket, such as `::ffff:127.0.0.1` or `fe80::1%eth0`, as {@link parseHost} answers names. */
export function nameOfAddress(address: string): string | undefined {
  const bare = address.replace(/%.*$/, '');
  return parseHost(bare.includes(':') ? `[${bare}]` : bare)?.name;
}

/** `localhost.` is `localhost`, spelled to the root of all names. */
function withoutDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

function withoutMapping(name: string): string {
  const [, high, low] = MAPPED.exec(name) ?? [];
  if (high === undefined || low === undefined) return name;
  const bytes = [high, low].flatMap((pair) => {
    const number = Number.parseInt(pair, 16);
    return [number >> 8, number & 0xff];
  });
  return bytes.join('.');
}
