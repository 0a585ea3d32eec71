/** Returns what a trial of a value shows: accepted, or rejected as beyond a bound. Undefined: neither, or the budget is used up. */
type Trial = (value: bigint) => Promise<'accepted' | 'rejected' | undefined>;

export interface BoundSearch {
  /** The largest value that is known to be accepted. */
  readonly accepted: bigint;
  /** The smallest value that is known to be rejected, if any. */
  readonly rejected: bigint | undefined;
  /** The bound of a similar value, which is probably this one, too. */
  readonly guess?: bigint | undefined;
  /** Bounds that services often have, in ascending order. */
  readonly usual: readonly bigint[];
  /** Returns the bounds between two values that are searched next, in ascending order. */
  readonly round?: (low: bigint, high: bigint) => readonly bigint[];
  /** The largest bound that is searched. */
  readonly furthest: bigint;
  readonly trial: Trial;
}

/**
 * Searches the largest accepted value until it and its rejected successor were tried, and returns it. Most services have a usual bound:
 * those are searched first. Ends early, and returns undefined, if a trial shows nothing, or if nothing within reach is rejected.
 */
export async function findBound(search: BoundSearch): Promise<bigint | undefined> {
  const { guess, usual, round, furthest, trial } = search;
  let { accepted: low, rejected: high } = search;
  const narrow = async (value: bigint) => {
    const shown = await trial(value);
    if (shown === 'accepted') low = value;
    if (shown === 'rejected') high = value;
    return shown;
  };

  if (low > furthest) return undefined;
  if (guess !== undefined && high === undefined && (await narrow(guess + 1n)) === undefined) return undefined;
  if (high === undefined && (await narrow(furthest + 1n)) !== 'rejected') return undefined;
  const isOpen = () => high !== undefined && high - low > 1n;
  const between = (value: bigint) => value > low && (high === undefined || value < high);
  const searchAmong = async (values: readonly bigint[]) => {
    for (let left = values.filter(between); left.length > 0; left = left.filter(between)) {
      const middle = left[(left.length - 1) >> 1] ?? low;
      if ((await narrow(middle)) === undefined) return false;
    }
    // If the bound is one of these, its successor is rejected.
    return !isOpen() || (await narrow(low + 1n)) !== undefined;
  };
  if (guess !== undefined && !(await searchAmong([guess]))) return undefined;
  if (!(await searchAmong(usual))) return undefined;
  if (round !== undefined && high !== undefined && isOpen() && !(await searchAmong(round(low, high)))) return undefined;
  while (high !== undefined && high - low > 1n) {
    if ((await narrow(low + (high - low) / 2n)) === undefined) return undefined;
  }
  return low;
}

const bigints = (numbers: string) => numbers.split(' ').map(BigInt);

/** Of a quantity, as a maximum; their negatives as a minimum. */
export const usualQuantities: readonly bigint[] = [
  ...bigints('0 1 99 100 255 256 999 1000 9999 10000 32767 32768 65535 99999 100000 999999 1000000 999999999'),
  ...bigints('1000000000 2147483647 2147483648 4294967295 1000000000000 9007199254740991'),
];

/** Levels of a body. */
export const usualDepths: readonly bigint[] = bigints('20 32 64 100 128 200 256 500 512 1000');

/** Bytes of a body. */
export const usualSizes: readonly bigint[] = bigints(
  '16384 65536 100000 102400 131072 262144 524288 1000000 1048576 2097152',
);

const KIB = 1_024;

const sizeSteps = [
  [KIB, 1_000],
  [4 * KIB, 5_000],
  [16 * KIB, 25_000],
] as const;
/** Seven trials distinguish this number. */
const MOST_ROUND = 127;

/** Returns the round sizes between two, in ascending order and in the finest steps that are not too many. */
export function roundSizes(low: bigint, high: bigint): readonly bigint[] {
  const finest = sizeSteps.map((steps) => multiplesBetween(Number(low), Number(high), steps));
  return (finest.find((sizes) => sizes.length <= MOST_ROUND) ?? []).map(BigInt);
}

function multiplesBetween(low: number, high: number, steps: readonly number[]): number[] {
  const multiples = steps.flatMap((step) => {
    const first = Math.floor(low / step) + 1;
    const count = Math.max(0, Math.ceil(high / step) - first);
    return Array.from({ length: count }, (_, index) => (first + index) * step);
  });
  return [...new Set(multiples)].sort((one, other) => one - other);
}
