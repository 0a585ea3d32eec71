import type { Difference, Uncompared } from './comparison.js';
import { ignoreMatcher } from './ignore.js';

/** What a side shows of one fact, in one line; or why it does not show it. */
export interface Known {
  readonly text: string;
  readonly isUnknown?: true;
}

export const NOT_OBSERVED: Known = { text: 'not observed', isUnknown: true };

/** A fact that cannot differ for sure, however many responses show it. */
export const NEVER = Number.POSITIVE_INFINITY;

/** Collects the results of a comparison, path by path. */
export class Results {
  readonly differences: Difference[] = [];
  readonly ignored: Difference[] = [];
  readonly uncompared: Uncompared[] = [];
  alike = 0;
  /** The paths that were compared and not ignored. */
  readonly weighed = new Set<string>();
  readonly isIgnored: (path: string) => boolean;

  /** `ignored`: see {@link ignoreMatcher}. */
  constructor(ignored: readonly string[]) {
    this.isIgnored = ignoreMatcher(ignored);
  }

  /** Compares the texts of a fact. */
  compare(path: string, left: Known = NOT_OBSERVED, right: Known = NOT_OBSERVED): void {
    if (left.isUnknown || right.isUnknown) this.skip(path, formatSides(left.text, right.text));
    else this.weigh(path, [left.text, right.text], left.text === right.text ? undefined : 0);
  }

  /** Adds a difference if the `count` of responses on each side is at least what it `needs`; undefined: both sides are alike. */
  weigh(path: string, [left, right]: readonly [string, string], needs: number | undefined, count = NEVER): void {
    const isIgnored = this.isIgnored(path);
    if (needs === undefined) {
      if (isIgnored) return;
      this.alike++;
      this.weighed.add(path);
    } else if (needs === NEVER) this.skip(path, `${formatSides(left, right)}; it may be there at times`);
    else if (count < needs)
      this.skip(path, `${formatSides(left, right)}; too few responses (${count}, it takes ${needs})`);
    else {
      (isIgnored ? this.ignored : this.differences).push({ path, left, right });
      if (!isIgnored) this.weighed.add(path);
    }
  }

  /** Adds a fact that cannot be compared. */
  skip(path: string, why: string): void {
    if (!this.isIgnored(path)) this.uncompared.push({ path, why });
  }
}

/** Returns what both sides have, in one line. */
export function formatSides(left: string, right: string): string {
  return left === right ? `both: ${left}` : `left: ${left}; right: ${right}`;
}
