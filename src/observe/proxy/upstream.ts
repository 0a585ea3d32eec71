/** The one service that a proxy forwards to. */
export interface Upstream {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** What `Host` says; the port only where it is not the scheme's own. */
  readonly host: string;
  /** As sockets want it: no brackets around an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  readonly isTls: boolean;
}

/** Takes a base URL apart; `url` is one that `parseTargetUrl` has answered. */
export function upstreamAt(url: string): Upstream {
  const { protocol, origin, host, hostname, port } = new URL(url);
  const isTls = protocol === 'https:';
  return {
    url: url.replace(/\/$/, ''),
    origin,
    host,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isTls ? 443 : 80)),
    isTls,
  };
}
