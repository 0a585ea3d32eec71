/** Writes a number of things: `1 pet`, `2 pets`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
