const LONGEST = 1_000;

/** Tells whether a value can stand in a header word for word: printable ASCII, not too much of it, without blanks around it. */
export function isHeaderText(value: string): boolean {
  return value.length <= LONGEST && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);
}
