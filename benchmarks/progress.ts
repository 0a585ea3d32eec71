/** Prints progress on stderr; stdout is for the tables. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
