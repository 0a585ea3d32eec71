import type { Exchange } from '../../../src/transcript/exchange.js';
import type { Transcript } from '../../../src/transcript/transcript.js';

/** Of one bar. */
export const BAR_WIDTH = 10;
/** A longer pause between two requests is drawn as a gap. */
export const PAUSE_MS = 2_000;
/** More could not be told apart. */
const MOST_BARS = 400;

/** Exchanges that follow each other: one, or several where there are very many. */
export interface Bar {
  readonly exchanges: readonly [Exchange, ...Exchange[]];
  readonly x: number;
  /** How long nothing was sent before it. */
  readonly pauseMs: number;
}

export function placeBars({ exchanges }: Transcript): Bar[] {
  let x = 0;
  let before: Exchange | undefined;
  const size = barSize(exchanges.length);
  return exchanges.flatMap((exchange, index) => {
    if (index % size !== 0) return [];
    const pauseMs = before === undefined ? 0 : exchange.startedMs - before.endedMs;
    if (before !== undefined) x += pauseMs > PAUSE_MS ? 2 * BAR_WIDTH : BAR_WIDTH;
    const others = exchanges.slice(index + 1, index + size);
    before = others.at(-1) ?? exchange;
    return { exchanges: [exchange, ...others], x, pauseMs };
  });
}

/** How many exchanges share a bar. */
export function barSize(count: number): number {
  return Math.ceil(count / MOST_BARS);
}

export function lastOf({ exchanges }: Bar): Exchange {
  return exchanges.at(-1) ?? exchanges[0];
}
