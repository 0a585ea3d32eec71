/** What was measured, round by round. */
export type Sample = readonly number[];

/** The middle value, or the mean of the middle two. NaN if any value is. */
export function median(values: Sample): number {
  const sorted = sort(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** What `a` is to `b`, round by round: two values taken one after the other share the machine's mood. */
export function ratios(a: Sample, b: Sample): Sample {
  return a.map((value, index) => value / (b[index] ?? Number.NaN));
}

export function differences(a: Sample, b: Sample): Sample {
  return a.map((value, index) => value - (b[index] ?? Number.NaN));
}

/** The value that `percent` of all values do not exceed (nearest rank). */
export function percentile(values: Sample, percent: number): number {
  const sorted = sort(values);
  return at(sorted, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1));
}

/**
 * Returns two of the values between which the median of all possible rounds lies with a probability of at least 95 %: each round is above it
 * or below it as a coin falls, whatever the distribution. Of fewer than six values, returns the smallest and the largest.
 */
export function medianInterval(values: Sample): readonly [low: number, high: number] {
  const sorted = sort(values);
  const count = sorted.length;
  let rank = 0;
  /** The probability that exactly `rank` of the rounds lie below the median, and that at most so many do. */
  let exactly = 0.5 ** count;
  let atMost = exactly;
  for (;;) {
    exactly *= (count - rank) / (rank + 1);
    atMost += exactly;
    if (2 * atMost > 0.05) return [at(sorted, rank), at(sorted, count - 1 - rank)];
    rank += 1;
  }
}

function sort(values: Sample): Float64Array {
  return values.some(Number.isNaN) ? Float64Array.of(Number.NaN) : Float64Array.from(values).sort();
}

function at(values: Float64Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new Error('There is nothing to take a median or a percentile of.');
  return value;
}
