import type { Transcript } from '../src/exchange/transcript.js';
import { counted } from '../src/spec/quoting.js';

/** Writes a length of time in one unit: `75s`, `50 minutes`, `3 hours`. */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

/** Writes a moment: its time of day in UTC, `13:05:00Z`, with the date where that is another one than now. */
export function formatMoment(ms: number, nowMs: number): string {
  if (!(Math.abs(ms) <= 8.64e15)) return 'the end of time';
  const [date = '', time = ''] = new Date(ms).toISOString().split('T');
  const clock = `${time.slice(0, 8)}Z`;
  return new Date(nowMs).toISOString().startsWith(date) ? clock : `${date}T${clock}`;
}

/** From the first request to the last answer. */
export function formatRunDuration({ exchanges }: Transcript): string {
  const [first] = exchanges;
  if (first === undefined) return 'no time';
  const endedMs = exchanges.reduce((latest, one) => Math.max(latest, one.endedMs), first.endedMs);
  const seconds = (endedMs - first.startedMs) / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${counted(minutes, 'minute')} ${Math.floor(seconds % 60)} s`;
}
