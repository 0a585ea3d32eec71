/** Answers the row that a key of the keyboard leads to, or undefined where the key moves nothing. `page`: rows that fit the view. */
export function rowAfterKey(key: string, row: number, count: number, page: number): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  const clamp = (index: number) => Math.max(0, Math.min(last, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(row + 1);
    case 'ArrowUp':
      return clamp(row - 1);
    case 'PageDown':
      return clamp(row + page);
    case 'PageUp':
      return clamp(row - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
