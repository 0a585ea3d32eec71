/** Says on stderr what is going on; stdout is kept for the tables. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
