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

/** Answers the round sizes between two, in ascending order: the finer ones where these are not too many. */
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
