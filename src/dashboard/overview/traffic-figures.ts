import type { Traffic } from '../../admin/schemas/requests.js';
import { SHOWN_SECONDS } from '../live/recent.js';
import type { Tone } from '../parts/tone.js';

export type TrafficFigures = ReturnType<typeof figuresOf>;

const RATE_SECONDS = 10;
const MINUTE = 60;

/** Returns the figures of the chart and its table for the five minutes that end with the given Unix second. */
export function figuresOf(seconds: Traffic['seconds'], lastSecond: number) {
  const first = lastSecond - SHOWN_SECONDS + 1;
  const columns = perOutcome(() => new Array<number>(SHOWN_SECONDS).fill(0));
  for (const second of seconds) {
    const place = second.at - first;
    if (place < 0 || place >= SHOWN_SECONDS) continue;
    for (const { tone } of responseClasses) columns[tone][place] = second[tone];
  }
  const sums = Array.from({ length: SHOWN_SECONDS }, (_, place) =>
    responseClasses.reduce((sum, { tone }) => sum + (columns[tone][place] ?? 0), 0),
  );
  const between = (from: number, to: number) => perOutcome((tone) => sumOf(columns[tone].slice(from, to)));
  return {
    /** For each outcome, the requests of each second, oldest first. */
    columns,
    totals: between(0, SHOWN_SECONDS),
    /** Requests in the fullest second. */
    peak: Math.max(...sums),
    /** Requests per second over the last ten whole seconds. */
    rate: sumOf(sums.slice(-RATE_SECONDS - 1, -1)) / RATE_SECONDS,
    /** Newest first. */
    minutes: Array.from({ length: SHOWN_SECONDS / MINUTE }, (_, minute) =>
      between(SHOWN_SECONDS - (minute + 1) * MINUTE, SHOWN_SECONDS - minute * MINUTE),
    ),
  };
}

function perOutcome<Value>(of: (tone: Tone) => Value): Record<Tone, Value> {
  return Object.fromEntries(responseClasses.map(({ tone }) => [tone, of(tone)])) as Record<Tone, Value>;
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The five ends of a request, as the traffic counts them, from the bottom of the chart to its top. */
export const responseClasses = [
  { tone: 'ok', label: 'Success', title: 'below 400' },
  { tone: 'refused', label: 'Client error', title: '400 to 499 except 429' },
  { tone: 'limited', label: 'Limited', title: '429' },
  { tone: 'failed', label: 'Server error', title: '500 and above' },
  { tone: 'broken', label: 'No response', title: 'the connection failed before a response arrived' },
] as const satisfies readonly { tone: Tone & keyof Traffic['seconds'][number]; label: string; title: string }[];
