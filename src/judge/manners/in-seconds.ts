/** Writes a length of time: `0.3 s`, `90 s`. */
export function inSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
