/** Adds rows to those that are shown, so that what has the keyboard's focus is never taken out of the page. Answers indexes in order. */
export function withPinned(shown: readonly number[], pinned: readonly number[], count: number): number[] {
  const added = pinned.filter((row) => row >= 0 && row < count);
  return [...new Set([...shown, ...added])].sort((left, right) => left - right);
}
