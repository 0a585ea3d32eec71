import type { Traffic } from '../../admin/schemas/requests.js';

type TrafficSecond = Traffic['seconds'][number];

/** Counts responses per second, in real time, for the last five minutes. */
export interface TrafficMeter {
  /** The total count. */
  readonly total: number;
  /** Time of the latest count, in milliseconds since the epoch; undefined before the first. */
  readonly latestMs: number | undefined;
  /** Counts one response; undefined for a connection that was reset. */
  count(status: number | undefined): void;
  /** Returns the seconds since `from`, oldest first, without empty ones. */
  seconds(from?: number): readonly TrafficSecond[];
}

const REMEMBERED_SECONDS = 300;

type Kind = Exclude<keyof TrafficSecond, 'at'>;
type Counts = { -readonly [Field in keyof TrafficSecond]: TrafficSecond[Field] };

/** Creates an empty meter. `now` returns real time, in milliseconds since the epoch. */
export function createTrafficMeter(now: () => number): TrafficMeter {
  let counted: Counts[] = [];
  let total = 0;
  let latestMs: number | undefined;

  const forget = (second: number) => {
    const first = counted.findIndex(({ at }) => at > second - REMEMBERED_SECONDS);
    if (first !== 0) counted = first === -1 ? [] : counted.slice(first);
  };
  const begin = (second: number) => {
    forget(second);
    const counts = { at: second, ok: 0, refused: 0, limited: 0, failed: 0, broken: 0 };
    counted.push(counts);
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
      const last = counted.at(-1);
      // A clock that was set back would reopen an earlier second: the request counts in the last one.
      const counts = last !== undefined && last.at >= second ? last : begin(second);
      counts[kindOf(status)] += 1;
      total += 1;
    },
    seconds(from = 0) {
      forget(Math.floor(now() / 1000));
      return counted.filter(({ at }) => at >= from).map((counts) => ({ ...counts }));
    },
  };
}

function kindOf(status: number | undefined): Kind {
  if (status === undefined) return 'broken';
  if (status < 400) return 'ok';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}
