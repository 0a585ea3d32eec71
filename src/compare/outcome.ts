import type { Difference, DifferenceKind, Uncompared } from './comparison.js';

/** What became of one thing that was to be compared. */
export type Outcome =
  | { readonly is: 'alike'; readonly kind: DifferenceKind; readonly id: string }
  | ({ readonly is: 'different' } & Difference)
  | ({ readonly is: 'uncompared' } & Uncompared);

export function alike(kind: DifferenceKind, id: string): Outcome {
  return { is: 'alike', kind, id };
}

export function different(kind: DifferenceKind, id: string, left: string, right: string): Outcome {
  return { is: 'different', kind, id, left, right };
}

export function uncompared(kind: DifferenceKind, id: string, why: string): Outcome {
  return { is: 'uncompared', kind, id, why };
}
