const PLACE = 'petstore-mock-token';

/**
 * Answers the token of this tab: that of the address (`#token=…`), from which it is removed at once, else the one that was kept.
 * No other tab gets it, and it ends with the tab.
 */
export function tokenOfTab(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null) return sessionStorage.getItem(PLACE) ?? undefined;
  history.replaceState(null, '', `${location.pathname}${location.search}#/overview`);
  // What has no token in it, signs nobody out.
  if (given === '') return sessionStorage.getItem(PLACE) ?? undefined;
  keepToken(given);
  return given;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(PLACE, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(PLACE);
}
