const TOKEN_KEY = 'petstore-mock-token';

/**
 * Returns the token of this tab: from the address (`#token=…`), where it is removed at once, otherwise from the session
 * storage. Other tabs do not see it.
 */
export function tokenOfTab(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) history.replaceState(null, '', `${location.pathname}${location.search}#/overview`);
  // An empty token does not sign out.
  if (given) keepToken(given);
  return sessionStorage.getItem(TOKEN_KEY) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN_KEY, token);
}

/** Forgets the token and the world: the next sign-in starts in the shared world. */
export function forgetTab(): void {
  sessionStorage.removeItem(TOKEN_KEY);
  sessionStorage.removeItem(WORLD_KEY);
}

/** Returns the token in pasted text: a token, or the whole address that the banner shows (`…/__admin/ui#token=…`). */
export function tokenIn(pasted: string): string {
  const text = pasted.trim();
  const [, fragment] = /#(token=.+)$/.exec(text) ?? [];
  return new URLSearchParams(fragment).get('token') ?? text;
}

const WORLD_KEY = 'petstore-mock-world';

/** Returns the stored world of this tab. */
export function worldOfTab(): string {
  return sessionStorage.getItem(WORLD_KEY) ?? 'shared';
}

/** Stores the shown world for this tab. */
export function keepWorld(world: string): void {
  sessionStorage.setItem(WORLD_KEY, world);
}
