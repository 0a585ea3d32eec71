import type { DifferenceKind } from './comparison.js';
import { splitAtMember } from './split-at-member.js';

/**
 * Answers whether something is to be left out: by its kind, its id, both as `kind:id`, or, for fields and headers, by the last part
 * of its id, wherever it stands, or below the name of a family that it is of: `answers X-Region` is `successes X-Region` as well.
 * Upper and lower case are one, as they are in names of headers.
 */
export function ignoring(ignored: readonly string[]): (one: { kind: DifferenceKind; id: string }) => boolean {
  const names = new Set(ignored.map((name) => name.trim().toLowerCase()));
  return ({ kind, id }) => {
    const ids = kind === 'header' || kind === 'field' ? [id, ...widerIds(id)] : [id];
    return [kind, ...ids.flatMap((each) => [each, `${kind}:${each}`])].some((name) => names.has(name.toLowerCase()));
  };
}

/** The same member in all that its place is one of, and last by itself. */
function widerIds(id: string): string[] {
  const [where, member] = splitAtMember(id);
  return where === undefined ? [] : [...familiesOf(where).map((family) => `${family} ${member}`), member];
}

/** Of `getPet 404`, `404`, `getPet`, `errors` or `successes`. */
function familiesOf(where: string): string[] {
  const words = where.split(' ');
  const status = words.find((word) => /^\d{3}$/.test(word));
  const outcome = status === undefined ? [] : [Number(status) >= 400 ? 'errors' : 'successes'];
  return [...words, ...outcome, 'answers'];
}
