import { counted } from '../../src/json/counted.js';
import type { Transcript } from '../../src/transcript/transcript.js';

/** From the first request to the last answer. */
export function durationOf({ exchanges }: Transcript): string {
  const [first] = exchanges;
  if (first === undefined) return 'no time';
  const endedMs = exchanges.reduce((latest, one) => Math.max(latest, one.endedMs), first.endedMs);
  const seconds = (endedMs - first.startedMs) / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${counted(minutes, 'minute')} ${Math.floor(seconds % 60)} s`;
}
