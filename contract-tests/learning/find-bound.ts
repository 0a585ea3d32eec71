/** What a trial shows: the value was taken, or refused as a bound refuses it; undefined: neither, or there is no room for it. */
type Trial = (value: bigint) => Promise<'accepted' | 'refused' | undefined>;

export interface BoundSearch {
  /** The largest value that is known to be accepted. */
  readonly accepted: bigint;
  /** The smallest one that is known to be refused; undefined where none was. */
  readonly refused: bigint | undefined;
  /** Bounds that services have, in ascending order. */
  readonly usual: readonly bigint[];
  /** Bounds that are searched next, of those that lie between two values: in ascending order. */
  readonly round?: (low: bigint, high: bigint) => readonly bigint[];
  /** The largest bound that is looked for. */
  readonly furthest: bigint;
  readonly trial: Trial;
}

/**
 * Looks for the largest value that is accepted, until it and the refused one next to it were seen. Most services have a usual
 * bound: those are searched first. Ends early where a trial tells nothing, or nothing within reach is refused.
 */
export async function findBound({ accepted, refused, usual, round, furthest, trial }: BoundSearch): Promise<void> {
  let low = accepted;
  let high = refused;
  const narrow = async (value: bigint) => {
    const shown = await trial(value);
    if (shown === 'accepted') low = value;
    if (shown === 'refused') high = value;
    return shown;
  };

  if (low > furthest) return;
  if (high === undefined && (await narrow(furthest + 1n)) !== 'refused') return;
  const isOpen = () => high !== undefined && high - low > 1n;
  const between = (value: bigint) => value > low && (high === undefined || value < high);
  const searchAmong = async (values: readonly bigint[]) => {
    for (let left = values.filter(between); left.length > 0; left = left.filter(between)) {
      const middle = left[(left.length - 1) >> 1] ?? low;
      if ((await narrow(middle)) === undefined) return false;
    }
    // Where the bound is one of these, its neighbour is refused.
    return !isOpen() || (await narrow(low + 1n)) !== undefined;
  };
  if (!(await searchAmong(usual))) return;
  if (round !== undefined && high !== undefined && isOpen() && !(await searchAmong(round(low, high)))) return;
  while (high !== undefined && high - low > 1n) {
    if ((await narrow(low + (high - low) / 2n)) === undefined) return;
  }
}
