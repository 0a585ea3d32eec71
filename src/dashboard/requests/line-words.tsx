/** What the marks of the focused row mean, for those who look and have no mouse; screen readers have it in the row. */
export function LineWords({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <p class="feed-words" aria-hidden="true">
      {words.join(' ')}
    </p>
  );
}
