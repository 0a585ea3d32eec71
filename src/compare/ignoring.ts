import type { DifferenceKind } from './comparison.js';

/**
 * Answers whether something is to be left out: by its kind, its id, both as `kind:id`, or, for fields and headers, by the
 * last part of its id, wherever it stands. Upper and lower case are one, as they are in names of headers.
 */
export function ignoring(ignored: readonly string[]): (one: { kind: DifferenceKind; id: string }) => boolean {
  const names = new Set(ignored.map((name) => name.trim().toLowerCase()));
  return ({ kind, id }) => {
    const member = kind === 'header' || kind === 'field' ? id.slice(id.lastIndexOf(' ') + 1) : id;
    return [kind, id, member, `${kind}:${id}`, `${kind}:${member}`].some((name) => names.has(name.toLowerCase()));
  };
}
