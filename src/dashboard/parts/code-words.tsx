/** A text in which what stands between backticks is code. */
export function CodeWords({ text }: { readonly text: string }) {
  // Every other part stood between two of them.
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>;
}
