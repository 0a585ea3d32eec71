import { compareChecks, compareProxy, compareStarts } from './command-comparisons.js';
import { compareOverHttp } from './http-comparison.js';
import { compareStore } from './store-comparison.js';

/** What one can measure alone, in the order of a whole run. */
export const parts = {
  start: compareStarts,
  check: compareChecks,
  http: compareOverHttp,
  proxy: compareProxy,
  store: compareStore,
} as const;

export type Part = keyof typeof parts;

/** All that one run measured. */
export type Findings = { readonly [Each in Part]?: Awaited<ReturnType<(typeof parts)[Each]>> };
