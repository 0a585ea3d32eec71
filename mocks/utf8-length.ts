const encoder = new TextEncoder();

/** Answers how many bytes a text takes in UTF-8. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}
