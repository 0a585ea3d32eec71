/** Returns what a trial of a value shows: accepted, or rejected as beyond a bound. Undefined: neither, or the budget is used up. */
type Trial = (value: bigint) => Promise<'accepted' | 'rejected' | undefined>;

interface BoundSearch {
  /** The largest value that is known to be accepted. */
  readonly accepted: bigint;
  /** Bounds that services often have, in ascending order. */
  readonly usual: readonly bigint[];
  /** The largest bound that is searched. */
  readonly furthest: bigint;
  readonly trial: Trial;
}

/**
 * Searches the largest accepted value until it and its rejected successor were tried. Most services have a usual bound: those are
 * searched first. Ends early if a trial shows nothing, or if nothing within reach is rejected.
 */
export async function findBound(search: BoundSearch): Promise<void> {
  const { usual, furthest, trial } = search;
  let { accepted: low } = search;
  let high: bigint | undefined;
  const narrow = async (value: bigint) => {
    const shown = await trial(value);
    if (shown === 'accepted') low = value;
    if (shown === 'rejected') high = value;
    return shown;
  };

  if (low > furthest) return;
  if ((await narrow(furthest + 1n)) !== 'rejected') return;
  const isBetween = (value: bigint) => value > low && (high === undefined || value < high);
  for (let left = usual.filter(isBetween); left.length > 0; left = left.filter(isBetween)) {
    const middle = left[(left.length - 1) >> 1] ?? low;
    if ((await narrow(middle)) === undefined) return;
  }
  // If the bound is a usual one, its successor is rejected.
  if (isBetween(low + 1n) && (await narrow(low + 1n)) === undefined) return;
  while (high !== undefined && high - low > 1n) {
    if ((await narrow(low + (high - low) / 2n)) === undefined) return;
  }
}

const bigints = (numbers: string) => numbers.split(' ').map(BigInt);

/** Of a quantity, as a maximum; their negatives as a minimum. */
export const usualQuantities: readonly bigint[] = [
  ...bigints('0 1 99 100 255 256 999 1000 9999 10000 32767 32768 65535 99999 100000 999999 1000000 999999999'),
  ...bigints('1000000000 2147483647 2147483648 4294967295 1000000000000 9007199254740991'),
];

/** Bytes of a body. */
export const usualSizes: readonly bigint[] = bigints(
  '16384 65536 100000 102400 131072 262144 524288 1000000 1048576 2097152',
);
