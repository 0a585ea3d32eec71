/** The service that a proxy forwards to. */
export interface Upstream {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** For the `Host` header; without the default port. */
  readonly host: string;
  /** For sockets: an IPv6 address has no brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly isTls: boolean;
}

/** Parses a base URL that `parseTargetUrl` has returned. */
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
