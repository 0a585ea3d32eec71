/**
 * Answers a JSON text with its last character replaced by a bracket that does not belong there: as long as before, and JSON in
 * no reader's eyes, not even in those of one that reads piece by piece.
 */
export function malform(json: string): string {
  return `${json.slice(0, -1)}${json.endsWith('}') ? ']' : '}'}`;
}
