/** The service that a proxy forwards to. */
export type Upstream = ReturnType<typeof upstreamAt>;

/** Returns the origin that a request target in absolute form names (RFC 9112 §3.2.2), and what follows. Other forms have no origin. */
export function splitTarget(target: string): { readonly origin: string | undefined; readonly path: string } {
  const [, origin, path = target] = /^(https?:\/\/[^/?#]*)(.*)$/i.exec(target) ?? [];
  return { origin: origin?.toLowerCase(), path };
}

/** Returns the parts of a base URL that `parseTargetUrl` has returned. */
export function upstreamAt(url: string) {
  const { protocol, origin, host, hostname, port } = new URL(url);
  const isTls = protocol === 'https:';
  return {
    /** Base URL, without a trailing slash. */
    url: url.replace(/\/$/, ''),
    origin,
    /** For the `Host` header; without the default port. */
    host,
    /** For sockets: an IPv6 address has no brackets. */
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isTls ? 443 : 80)),
    isTls,
  };
}
