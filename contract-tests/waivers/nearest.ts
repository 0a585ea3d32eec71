/** Answers the text that somebody most likely meant, or undefined where none is near. */
export function nearestOf(text: string, candidates: readonly string[]): string | undefined {
  const most = Math.max(2, Math.floor(text.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(text.toLowerCase(), candidate) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.candidate;
}

/** Counts the characters to insert, delete or replace (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, char] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (char === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
