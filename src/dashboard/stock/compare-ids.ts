/** Orders ids as the integers that they are, without ever making numbers of them: those beyond 2^53 would be rounded. */
export function compareIds(left: string, right: string): number {
  const isLeftBelowZero = left.startsWith('-');
  if (isLeftBelowZero !== right.startsWith('-')) return isLeftBelowZero ? -1 : 1;
  const byDigits = left.length - right.length || (left < right ? -1 : Number(left > right));
  return isLeftBelowZero ? -byDigits : byDigits;
}
