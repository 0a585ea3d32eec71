/** Writes what is so on each side, of which one may have nothing to tell: `left: a; right: b`, or once where both are alike. */
export function onEachSide(left: string | undefined, right: string | undefined): string {
  if (left !== undefined && left === right) return `both: ${left}`;
  const parts = [...(left === undefined ? [] : [`left: ${left}`]), ...(right === undefined ? [] : [`right: ${right}`])];
  return parts.join('; ');
}
