/** Answers why a request target is not passed on; undefined for one that is. What is passed on is not changed in any byte. */
export function refuseTarget(target: string, ownOrigin: string, basePath: string): string | undefined {
  if (target.startsWith('/') || target === '*') return undefined;
  // With `GET http://…` a client asks a forward proxy for any host there is.
  return `This proxy forwards to one service only and takes no whole URL for a request target. Give the client the base URL ${ownOrigin}${basePath} and let it use no HTTP proxy.`;
}

/** Answers the path of a target, byte for byte. */
export function rawPath(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}
