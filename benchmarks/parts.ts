import { compareChecks } from './check-comparison.js';
import { compareControlRoom } from './control-room-comparison.js';
import { compareOverHttp } from './http-comparison.js';
import { compareInProcess, compareJson, compareWorlds } from './in-process.js';
import { compareManyWorlds } from './many-worlds-comparison.js';
import { compareProxy } from './proxy-comparison.js';
import { compareStarts } from './start-comparison.js';
import { compareStore } from './store-comparison.js';

/** What one can measure alone, in the order of a whole run. */
export const parts = {
  http: compareOverHttp,
  proxy: compareProxy,
  start: compareStarts,
  check: compareChecks,
  worlds: compareManyWorlds,
  world: compareWorlds,
  msw: compareInProcess,
  json: compareJson,
  'control-room': compareControlRoom,
  store: compareStore,
} as const;

export type Part = keyof typeof parts;

/** All that one run measured. */
export type Findings = { readonly [Each in Part]?: Awaited<ReturnType<(typeof parts)[Each]>> };
