const encoder = new TextEncoder();

/** Answers how many bytes a text takes in UTF-8. */
export function utf8Length(text: string): number {
  // Most bodies are short and plain: counting is cheaper than encoding them.
  if (text.length < 500 && /^[\0-\x7f]*$/.test(text)) return text.length;
  return encoder.encode(text).length;
}
