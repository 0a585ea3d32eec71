/** Returns what fits into so many columns. */
export function cut(text: string, width: number): string {
  // A character takes at most two units; texts may have megabytes.
  const characters = [...text.slice(0, 2 * width + 1)];
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : text;
}
