import type { Traffic } from '../../admin/schemas/requests.js';
import type { LoggedRequests } from '../../exchange/request-log.js';

/** The requests that a control room shows: those of a world, or those that a proxy forwards. */
export interface RequestSource {
  /** `shared`, or `w1`, `w2` and so on. */
  readonly id: string;
  readonly log: LoggedRequests;
  readonly traffic: TrafficMeter;
  /** Writes the `Date` of responses. */
  readonly clock: { now(): number };
  readonly onBug: (bug: unknown) => void;
}

/** The id of the world for every key that has no world of its own, and of the only source of a proxy. */
export const SHARED = 'shared';

type TrafficSecond = Traffic['seconds'][number];

const REMEMBERED_SECONDS = 300;

type Kind = Exclude<keyof TrafficSecond, 'at'>;
type Counts = { -readonly [Field in keyof TrafficSecond]: TrafficSecond[Field] };

/** Counts responses per second, in real time, for the last five minutes. */
export class TrafficMeter {
  readonly #nowMs: () => number;
  #counted: Counts[] = [];
  total = 0;
  /** Time of the latest count, in milliseconds since the epoch; undefined before the first. */
  latestMs: number | undefined;

  constructor(nowMs = () => Date.now()) {
    this.#nowMs = nowMs;
  }

  /** Counts one response; undefined for a connection that was reset. */
  count(status: number | undefined): void {
    this.latestMs = this.#nowMs();
    this.total += 1;
    const second = Math.floor(this.latestMs / 1000);
    let counts = this.#counted.at(-1);
    // A clock that was set back would reopen an earlier second: the request counts in the last one.
    if (counts === undefined || counts.at < second) {
      this.#forget(second);
      counts = { at: second, ok: 0, refused: 0, limited: 0, failed: 0, broken: 0 };
      this.#counted.push(counts);
    }
    counts[kindOf(status)] += 1;
  }

  /** Returns the seconds since `from`, oldest first, without empty ones. */
  seconds(from = 0): readonly TrafficSecond[] {
    this.#forget(Math.floor(this.#nowMs() / 1000));
    return this.#counted.filter(({ at }) => at >= from).map((counts) => ({ ...counts }));
  }

  #forget(second: number): void {
    const first = this.#counted.findIndex(({ at }) => at > second - REMEMBERED_SECONDS);
    if (first !== 0) this.#counted = first === -1 ? [] : this.#counted.slice(first);
  }
}

function kindOf(status: number | undefined): Kind {
  if (status === undefined) return 'broken';
  if (status < 400) return 'ok';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}
