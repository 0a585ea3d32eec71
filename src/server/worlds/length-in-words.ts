const UNITS = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Says a length of time in whole units, such as `1 hour` or `90 minutes`. */
export function lengthInWords(lengthMs: number): string {
  const [unit, unitMs] = UNITS.find(([, each]) => lengthMs >= each && lengthMs % each === 0) ?? ['millisecond', 1];
  const count = lengthMs / unitMs;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
