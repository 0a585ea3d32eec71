import type { NamedSecret, ObserverListener, ObserverSummary } from './observer.js';
import type { Passed } from './passed.js';

/** For so long messages are gathered, that threads wake each other seldom. */
export const TELLING_PAUSE_MS = 20;

/** A call of the listener with its only argument. */
export type Told = readonly [what: keyof ObserverListener, value: unknown];

/** What the thread of an observer is told. */
export type ToObserver =
  | { readonly kind: 'passed'; readonly batch: readonly Passed[] }
  | { readonly kind: 'secrets'; readonly secrets: readonly NamedSecret[] }
  | { readonly kind: 'finish' };

/** How far an observer is: what remains of it where it breaks down. */
export interface SeenSoFar {
  readonly summary: ObserverSummary;
  /** How many exchanges wait to be judged. */
  readonly pending: number;
}

/** What it tells; `told` are calls of the listener. */
export type FromObserver =
  | { readonly kind: 'ready' }
  | { readonly kind: 'secret'; readonly secret: NamedSecret }
  | { readonly kind: 'told'; readonly calls: readonly Told[]; readonly seen: SeenSoFar }
  | { readonly kind: 'finished'; readonly summary: ObserverSummary };
