import type { CheckFigures } from './check-comparison.js';
import type { ControlRoomFigures } from './control-room-comparison.js';
import type { HttpFigures } from './http-comparison.js';
import type { JsonFigures } from './json-comparison.js';
import type { ManyWorldsFigures } from './many-worlds-comparison.js';
import type { MemoryFigures } from './memory-figures.js';
import type { MswFigures } from './msw-comparison.js';
import type { ProxyFigures } from './proxy-comparison.js';
import type { StartFigures } from './start-comparison.js';
import type { StoreFigures } from './store-comparison.js';
import type { WorldFigures } from './world-comparison.js';

/** All that one run measured; what was left out is undefined or empty. */
export interface Findings {
  readonly start: StartFigures | undefined;
  readonly checks: readonly CheckFigures[];
  readonly http: readonly HttpFigures[];
  readonly memory: readonly MemoryFigures[];
  readonly msw: MswFigures | undefined;
  readonly world: WorldFigures | undefined;
  readonly worlds: ManyWorldsFigures | undefined;
  readonly controlRoom: ControlRoomFigures | undefined;
  readonly proxy: readonly ProxyFigures[];
  readonly store: StoreFigures | undefined;
  readonly json: readonly JsonFigures[];
}
