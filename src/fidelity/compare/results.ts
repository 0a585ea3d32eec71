import type { Difference } from './comparison.js';

/** A fact that cannot differ for sure, however many responses show it. */
export const NEVER = Number.POSITIVE_INFINITY;

/** Collects the results of a comparison, path by path. */
export class Results {
  readonly differences: Difference[] = [];
  /** The paths that both sides show. */
  readonly compared = new Set<string>();

  /** Compares the texts of a fact; undefined: that side does not show it. */
  compare(path: string, left: string | undefined, right: string | undefined): void {
    if (left === undefined || right === undefined) return;
    this.weigh(path, [left, right], left === right ? undefined : 0);
  }

  /** Adds a difference if the `count` of responses on each side is at least what it `needs`; undefined: both sides are alike. */
  weigh(path: string, [left, right]: readonly [string, string], needs: number | undefined, count = NEVER): void {
    if (needs === NEVER || count < (needs ?? 0)) return;
    this.compared.add(path);
    if (needs !== undefined) this.differences.push({ path, left, right });
  }
}

/**
 * Returns whether a path is ignored: one of the given paths is the path itself or the beginning of it, by segments. `*` stands for
 * any one segment; upper and lower case are one.
 */
export function ignoreMatcher(ignored: readonly string[]): (path: string) => boolean {
  const segmentsOf = (path: string) => path.trim().replace(/\/$/, '').toLowerCase().split('/');
  const all = ignored.map(segmentsOf);
  return (path) => {
    const segments = segmentsOf(path);
    return all.some((own) => own.every((segment, index) => segment === '*' || segment === segments[index]));
  };
}
