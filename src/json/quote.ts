const MOST_CHARACTERS = 60;

/** Quotes somebody's text in a message: in one line, and cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(cut(text));
}

/** Cuts a text for a message where it is long. */
export function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
