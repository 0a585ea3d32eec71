import { parseUrl } from '../../spec/parse-url.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the description of the service for a page at an origin: what is on the server of its base URL is asked by the name
 * that the page itself came from, `localhost` say, because the page may talk to nothing else.
 */
export function serviceFor(description: object, origin: string): object {
  const base = parseUrl(firstServer(description) ?? '')?.origin;
  return withServers(description, (url) => {
    const parsed = parseUrl(url);
    return parsed === undefined || parsed.origin !== base ? url : `${origin}${parsed.pathname}`;
  }) as object;
}

/**
 * Returns the description of the admin API for somebody who has signed in: nobody is asked for a token, and a world that is
 * not named is the one that the page shows.
 */
export function adminFor(description: object, world: string): object {
  const { security: _, components = {}, ...rest } = description as { security?: unknown; components?: Json };
  const { securitySchemes: __, ...kept } = components;
  return { ...rest, components: { ...kept, parameters: namingWorld(kept.parameters as Json | undefined, world) } };
}

function namingWorld(parameters: Json = {}, world: string): Json {
  const isOfWorld = (parameter: unknown) => {
    const { name, in: where } = parameter as { name?: unknown; in?: unknown };
    return name === 'world' && where === 'query';
  };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      isOfWorld(parameter) ? { ...(parameter as Json), example: world } : parameter,
    ]),
  );
}

function firstServer(description: object): string | undefined {
  const { servers } = description as { servers?: readonly { readonly url?: string }[] };
  return servers?.[0]?.url;
}

/** Servers may be named for everything, for a path, or for an operation. */
function withServers(value: unknown, change: (url: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withServers(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === 'servers' && Array.isArray(part)
        ? part.map((server: { url: string }) => ({ ...server, url: change(server.url) }))
        : withServers(part, change),
    ]),
  );
}
