import type { Traffic } from '../../admin/schemas/requests.js';

type TrafficSecond = Traffic['seconds'][number];

/** Counts the answers of each second, in real time, and remembers the last five minutes. */
export interface TrafficMeter {
  /** How many there were in all. */
  readonly total: number;
  /** When the latest was counted, in milliseconds since the epoch; undefined before the first. */
  readonly latestMs: number | undefined;
  /** Counts one answer; undefined for a connection that was reset. */
  count(status: number | undefined): void;
  /** Returns the seconds from one on, oldest first; those without a request are left out. */
  seconds(from?: number): readonly TrafficSecond[];
}

const REMEMBERED_SECONDS = 300;

type Kind = Exclude<keyof TrafficSecond, 'at'>;
type Counts = { -readonly [Field in keyof TrafficSecond]: TrafficSecond[Field] };

/** Creates a meter that has counted nothing. `now` answers real time, in milliseconds since the epoch. */
export function createTrafficMeter(now: () => number): TrafficMeter {
  let kept: Counts[] = [];
  let total = 0;
  let latestMs: number | undefined;

  const forget = (second: number) => {
    const first = kept.findIndex(({ at }) => at > second - REMEMBERED_SECONDS);
    if (first !== 0) kept = first === -1 ? [] : kept.slice(first);
  };
  const begin = (second: number) => {
    forget(second);
    const counts = { at: second, ok: 0, refused: 0, limited: 0, failed: 0, broken: 0 };
    kept.push(counts);
    return counts;
  };

  return {
    get total() {
      return total;
    },
    get latestMs() {
      return latestMs;
    },
    count(status) {
      latestMs = now();
      const second = Math.floor(latestMs / 1000);
      const last = kept.at(-1);
      // A clock that was put back would begin a second that is over: what it brings counts in the last one.
      const counts = last !== undefined && last.at >= second ? last : begin(second);
      counts[kindOf(status)] += 1;
      total += 1;
    },
    seconds(from = 0) {
      forget(Math.floor(now() / 1000));
      return kept.filter(({ at }) => at >= from).map((counts) => ({ ...counts }));
    },
  };
}

function kindOf(status: number | undefined): Kind {
  if (status === undefined) return 'broken';
  if (status < 400) return 'ok';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}
