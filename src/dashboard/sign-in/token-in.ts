/** Answers the token in what somebody pasted: a token, or the whole address that the banner shows (`…/__admin/ui#token=…`). */
export function tokenIn(pasted: string): string {
  const text = pasted.trim();
  const [, fragment] = /#(token=.+)$/.exec(text) ?? [];
  return new URLSearchParams(fragment).get('token') ?? text;
}
