/** The middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = at(sorted, middle);
  return sorted.length % 2 === 1 ? upper : (at(sorted, middle - 1) + upper) / 2;
}

/** The median of what `a` is to `b`, pair by pair: two values taken one after the other share the machine's mood. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((value, index) => value / (b[index] ?? Number.NaN)));
}

/** The value that `percent` of all values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  return at(sorted, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1));
}

function at(values: Float64Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new Error('There is nothing to take a median or a percentile of.');
  return value;
}
