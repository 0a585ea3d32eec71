import type { OperationId } from '../../spec/operations.js';
import type { PlanName } from '../../spec/plans.js';

/** From a list on an idle machine to the longest delay of most faults, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

type Operation = OperationId | 'other';
type Status = number | 'none';
type Plan = PlanName | 'none';

/** What is known of one operation. */
interface Tally {
  readonly counts: Map<Status, Map<Plan, number>>;
  /** Per bound, without those of the bounds below; the last one has what is beyond all of them. */
  readonly durations: number[];
  seconds: number;
}

/** A sample of a metric, as prom-client writes it. */
interface Sample {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Counts requests and their durations. For each request, prom-client's own metrics take four times as long. */
export class RequestTally {
  readonly #tallies = new Map<Operation, Tally>();

  add(operation: Operation, status: Status, plan: Plan, seconds: number): void {
    const tally = obtain(this.#tallies, operation, emptyTally);
    const plans = obtain(tally.counts, status, () => new Map<Plan, number>());
    plans.set(plan, (plans.get(plan) ?? 0) + 1);
    let bucket = 0;
    while (seconds > (BOUNDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    tally.durations[bucket] = (tally.durations[bucket] ?? 0) + 1;
    tally.seconds += seconds;
  }

  /** Returns a counter by operation, status and plan. */
  counts(): Sample[] {
    return [...this.#tallies].flatMap(([operation, { counts }]) =>
      [...counts].flatMap(([status, plans]) =>
        Array.from(plans, ([plan, value]) => ({ labels: { operation, status, plan }, value })),
      ),
    );
  }

  /** Returns a histogram by operation. */
  durations(name: string): Sample[] {
    return [...this.#tallies].flatMap(([operation, { durations, seconds }]) => {
      let value = 0;
      const buckets = [...BOUNDS, '+Inf'].map((le, index) => {
        value += durations[index] ?? 0;
        return { metricName: `${name}_bucket`, labels: { le, operation }, value };
      });
      const labels = { operation };
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: seconds },
        { metricName: `${name}_count`, labels, value },
      ];
    });
  }
}

function emptyTally(): Tally {
  return { counts: new Map(), durations: Array(BOUNDS.length + 1).fill(0), seconds: 0 };
}

function obtain<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
