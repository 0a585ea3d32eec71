import type { Profile } from '../profile/profile.js';

/** What a difference is about. */
export const differenceKinds = ['rule', 'question', 'limit', 'field', 'header', 'answer', 'latency'] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** One side of a comparison. */
export interface Side {
  /** What the user called it: a URL, a file, `fake`. */
  readonly name: string;
  readonly profile: Profile;
}

/** One thing in which two deployments differ. */
export interface Difference {
  readonly kind: DifferenceKind;
  /**
   * What differs: id of the rule or question, or `listInventory 200 /items/updatedAt`; `errors /traceId` and `answers X-Cache`
   * for what differs alike in all of these. Permanent, so that it can be ignored by name.
   */
  readonly id: string;
  /** What each side has, in one line. */
  readonly left: string;
  readonly right: string;
}

/** What could not be compared, since only one side, or neither, shows it. */
export interface Uncompared {
  readonly kind: DifferenceKind;
  readonly id: string;
  readonly why: string;
}

export interface Comparison {
  readonly left: string;
  readonly right: string;
  readonly differences: readonly Difference[];
  /** Differences that were not to be told. */
  readonly ignored: readonly Difference[];
  /** How many things were compared and are alike, by kind. */
  readonly alike: Readonly<Record<DifferenceKind, number>>;
  readonly uncompared: readonly Uncompared[];
}
