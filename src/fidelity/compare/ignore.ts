import { nearestName } from '../../spec/validation/name-hint.js';
import { pathKinds } from './comparison.js';

/**
 * Returns whether a path is ignored: one of the given paths is the path itself or the beginning of it, by segments. `*` stands for
 * any one segment; upper and lower case are one.
 */
export function ignoreMatcher(ignored: readonly string[]): (path: string) => boolean {
  const all = ignored.map((path) => segmentsOf(path));
  return (path) => {
    const segments = segmentsOf(path);
    return all.some(
      (own) =>
        own.length <= segments.length && own.every((segment, index) => segment === '*' || segment === segments[index]),
    );
  };
}

function segmentsOf(path: string): string[] {
  return path.trim().replace(/\/$/, '').toLowerCase().split('/');
}

/** Returns why no difference can have such a path, and what to write instead; undefined where one can. */
export function whyNotIgnorable(path: string) {
  const [kind = ''] = segmentsOf(path);
  if (kind === '*' || pathKinds.some((each) => each === kind)) return undefined;
  const nearest = nearestName(kind, pathKinds);
  const remedy =
    nearest === undefined
      ? 'Write a path as compare prints it, such as latency, question/error-codes or response/*/*/header/x-region'
      : `Did you mean --ignore ${[nearest, ...path.trim().split('/').slice(1)].join('/')}?`;
  return { problem: `no path begins with it: paths begin with ${pathKinds.join(', ')}`, remedy };
}
