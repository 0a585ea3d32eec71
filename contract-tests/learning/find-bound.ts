/** What a trial shows: the value was taken, or rejected as a bound refuses it; undefined: neither, or there is no room for it. */
type Trial = (value: bigint) => Promise<'accepted' | 'rejected' | undefined>;

export interface BoundSearch {
  /** The largest value that is known to be accepted. */
  readonly accepted: bigint;
  /** The smallest one that is known to be rejected; undefined where none was. */
  readonly rejected: bigint | undefined;
  /** Bounds that services have, in ascending order. */
  readonly usual: readonly bigint[];
  /** Bounds that are searched next, of those that lie between two values: in ascending order. */
  readonly round?: (low: bigint, high: bigint) => readonly bigint[];
  /** The largest bound that is looked for. */
  readonly furthest: bigint;
  readonly trial: Trial;
}

/**
 * Looks for the largest value that is accepted, until it and the rejected one next to it were seen. Most services have a usual
 * bound: those are searched first. Ends early if a trial shows nothing, or nothing within reach is rejected.
 */
export async function findBound({ accepted, rejected, usual, round, furthest, trial }: BoundSearch): Promise<void> {
  let low = accepted;
  let high = rejected;
  const narrow = async (value: bigint) => {
    const shown = await trial(value);
    if (shown === 'accepted') low = value;
    if (shown === 'rejected') high = value;
    return shown;
  };

  if (low > furthest) return;
  if (high === undefined && (await narrow(furthest + 1n)) !== 'rejected') return;
  const isOpen = () => high !== undefined && high - low > 1n;
  const between = (value: bigint) => value > low && (high === undefined || value < high);
  const searchAmong = async (values: readonly bigint[]) => {
    for (let left = values.filter(between); left.length > 0; left = left.filter(between)) {
      const middle = left[(left.length - 1) >> 1] ?? low;
      if ((await narrow(middle)) === undefined) return false;
    }
    // Where the bound is one of these, its neighbour is rejected.
    return !isOpen() || (await narrow(low + 1n)) !== undefined;
  };
  if (!(await searchAmong(usual))) return;
  if (round !== undefined && high !== undefined && isOpen() && !(await searchAmong(round(low, high)))) return;
  while (high !== undefined && high - low > 1n) {
    if ((await narrow(low + (high - low) / 2n)) === undefined) return;
  }
}

const KIB = 1_024;

/** Of a quantity, as a maximum; their negatives as a minimum. */
export const usualQuantities: readonly bigint[] = [
  0,
  1,
  99,
  100,
  255,
  256,
  999,
  1_000,
  9_999,
  10_000,
  32_767,
  32_768,
  65_535,
  99_999,
  100_000,
  999_999,
  1_000_000,
  999_999_999,
  1_000_000_000,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
  10 ** 12,
  Number.MAX_SAFE_INTEGER,
].map(BigInt);

/** Levels of a body. */
export const usualDepths: readonly bigint[] = [20, 32, 64, 100, 128, 200, 256, 500, 512, 1_000].map(BigInt);

/** Bytes of a body. */
export const usualSizes: readonly bigint[] = [
  16 * KIB,
  64 * KIB,
  100_000,
  100 * KIB,
  128 * KIB,
  256 * KIB,
  512 * KIB,
  1_000_000,
  KIB * KIB,
  2 * KIB * KIB,
].map(BigInt);

const sizeSteps = [
  [KIB, 1_000],
  [4 * KIB, 5_000],
  [16 * KIB, 25_000],
] as const;
/** So many are told apart by seven trials. */
const MOST_ROUND = 127;

/** Returns the round sizes between two, in ascending order: the finer ones where these are not too many. */
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
