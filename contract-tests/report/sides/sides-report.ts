import type { Summary } from '../report.js';

/** Two sides beside each other: the result of `compare` or `fidelity`, as its page and its JUnit file show it. Contains no secret. */
export interface SidesReport {
  readonly kind: SidesKind;
  readonly left: string;
  readonly right: string;
  readonly exitCode: Summary['exitCode'];
  readonly conclusion: string;
  /** What kept the result from being complete. */
  readonly notices: readonly string[];
  /** Those of null are omitted. */
  readonly facts: readonly (readonly [name: string, value: string | null])[];
  readonly groups: readonly { readonly heading: string; readonly cases: readonly SidesCase[] }[];
}

export type SidesKind = 'Comparison' | 'Fidelity';

/** What is compared: a rule, a question, a class of requests. `waived`: a difference that the user accepts. */
export interface SidesCase {
  readonly id: string;
  readonly title: string;
  readonly outcome: 'pass' | 'violation' | 'waived' | 'skipped';
  /** Why it was not compared, or is accepted. */
  readonly reason: string | undefined;
  readonly differences: readonly SidesDifference[];
}

/** Lines of each side. */
export interface SidesDifference {
  readonly note: string | undefined;
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/** What each side is called. */
export const sideNames: Readonly<Record<SidesKind, readonly [left: string, right: string]>> = {
  Comparison: ['Left', 'Right'],
  Fidelity: ['Service', 'Fake'],
};

/** What the outcomes are called. */
export const sidesOutcomes = {
  pass: 'equal',
  violation: 'different',
  waived: 'accepted',
  skipped: 'not compared',
} as const satisfies Record<SidesCase['outcome'], string>;
