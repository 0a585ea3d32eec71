/** Answers how many levels deep a text of JSON is nested. Strings are taken out first: their brackets are none. */
export function depthOf(text: string): number {
  let level = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++level);
    if (token === ']' || token === '}') level--;
  }
  return deepest;
}
