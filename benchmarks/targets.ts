import type { ContenderName, HttpFigures } from './http-comparison.js';
import type { LoadOutcome } from './load.js';
import type { Findings } from './parts.js';
import type { Workload } from './product.js';
import { differences, medianInterval, ratios, type Sample } from './statistics.js';
import type { FleetFigures } from './store-comparison.js';

export interface Target {
  readonly title: string;
  readonly bound: 'at least' | 'at most';
  readonly value: number;
  readonly unit: '×' | ' kB' | ' ms';
  /** Round by round, or one value; undefined where the run did not measure it. */
  measure(findings: Findings): Sample | number | undefined;
}

type Entrant = readonly [name: ContenderName, petCount: number];
const product: Entrant = ['petstore-mock', 100];

/** What this project promises of its speed: first what one feels many times a day. */
export const targets: readonly Target[] = [
  {
    title: "import 'petstore-mock/node', against 'msw/node'",
    ...atMost(1.3, '×'),
    measure: ({ start }) => start && ratios(start.imports['petstore-mock/node'], start.imports['msw/node']),
  },
  {
    title: "import 'petstore-mock/vitest', above 'msw/node' and 'vitest'",
    ...atMost(50, ' ms'),
    measure: ({ start }) => {
      const above = (what: 'petstore-mock/vitest' | 'msw/node' | 'vitest') =>
        differences(start?.imports[what] ?? [], start?.imports.nothing ?? []);
      return differences(differences(above('petstore-mock/vitest'), above('msw/node')), above('vitest'));
    },
  },
  {
    title: 'Bundle of a page with the worker, minified',
    ...atMost(430, ' kB'),
    measure: ({ start }) => start && start.bundleBytes / 1000,
  },
  {
    title: 'Start to first response, against a bare server',
    ...atMost(1.6, '×'),
    measure: ({ start }) => start && ratios(start.productMs, start.bareMs),
  },
  {
    title: 'Check at level write, against as many requests in turn',
    ...atMost(2, '×'),
    measure: ({ check }) => check && ratios(check.checkMs, check.bareMs),
  },
  rateTarget('List of 100 pets, against the floor', 2.2, 'list', product, ['floor', 100]),
  rateTarget('List of 100 pets, against fastify', 1, 'list', product, ['fastify', 100]),
  rateTarget('PATCH with 100 pets, against the floor', 0.9, 'update', product, ['floor', 100]),
  rateTarget('PATCH with 100 pets, against fastify', 1, 'update', product, ['fastify', 100]),
  p99Target('p99 of the list of 100 pets at saturation, against the floor', 'list'),
  p99Target('p99 of PATCH with 100 pets at saturation, against the floor', 'update'),
  {
    title: 'Rate through the proxy with 32 connections, against direct',
    ...atLeast(0.4, '×'),
    measure: (findings) => proxied(findings, 32, ratios, ({ rate }) => rate),
  },
  {
    title: 'What the proxy adds to the median response, one at a time',
    ...atMost(0.2, ' ms'),
    measure: (findings) => proxied(findings, 1, differences, ({ p50Ms }) => p50Ms),
  },
  {
    title: 'What a store adds to the median response, one at a time',
    ...atMost(0.5, ' ms'),
    measure: (findings) => fleet(findings, 'one at a time', 1, differences, ({ p50Ms }) => p50Ms),
  },
  {
    title: 'Responses of two servers that are one fake, 16 at a time, against one without a store',
    ...atLeast(0.5, '×'),
    measure: (findings) => fleet(findings, '16 at a time', 2, ratios, ({ rate }) => rate),
  },
];

/** Returns the rounds of a target; undefined where they were not measured. */
export function roundsOf(target: Target, findings: Findings): Sample | undefined {
  const rounds = [target.measure(findings) ?? []].flat();
  return rounds.length === 0 || rounds.some(Number.isNaN) ? undefined : rounds;
}

/** Whether a target is met; unclear where its bound lies within the interval of the median. */
export function mark({ bound, value }: Target, rounds: Sample): 'met' | 'missed' | 'unclear' {
  const isMet = (measured: number) => (bound === 'at least' ? measured >= value : measured <= value);
  const [low, high] = medianInterval(rounds);
  if (isMet(low) !== isMet(high)) return 'unclear';
  return isMet(low) ? 'met' : 'missed';
}

function atLeast(value: number, unit: Target['unit']) {
  return { bound: 'at least', value, unit } as const;
}

function atMost(value: number, unit: Target['unit']) {
  return { bound: 'at most', value, unit } as const;
}

type Compare = (a: Sample, b: Sample) => Sample;
type Round = HttpFigures['rounds'][number];

function rateTarget(title: string, value: number, workload: Workload['id'], a: Entrant, b: Entrant): Target {
  return {
    title,
    ...atLeast(value, '×'),
    measure: (findings) => compared(findings, workload, ({ rate }) => rate, a, b),
  };
}

function p99Target(title: string, workload: Workload['id']): Target {
  return {
    title,
    ...atMost(1, '×'),
    measure: (findings) => compared(findings, workload, ({ p99Ms }) => p99Ms, product, ['floor', 100]),
  };
}

function compared(
  { http = [] }: Findings,
  workload: Workload['id'],
  read: (round: Round) => number,
  a: Entrant,
  b: Entrant,
): Sample | undefined {
  const rows = http.filter((row) => row.workload === workload);
  const of = ([name, count]: Entrant) =>
    rows.find(({ contender, petCount }) => contender === name && petCount === count)?.rounds.map(read);
  return compareWhereMeasured(ratios, of(a), of(b));
}

function proxied(
  { proxy = [] }: Findings,
  connections: number,
  compare: Compare,
  read: (round: LoadOutcome) => number,
): Sample | undefined {
  const row = proxy.find((each) => each.connections === connections);
  return compareWhereMeasured(compare, row?.through.map(read), row?.direct.map(read));
}

function fleet(
  { store }: Findings,
  layout: FleetFigures['layout'],
  servers: number,
  compare: Compare,
  read: (round: LoadOutcome) => number,
): Sample | undefined {
  const of = (size: number) =>
    store?.fleets.find((row) => row.layout === layout && row.servers === size)?.rounds.map(read);
  return compareWhereMeasured(compare, of(servers), of(0));
}

function compareWhereMeasured(compare: Compare, a: Sample | undefined, b: Sample | undefined): Sample | undefined {
  return a && b && compare(a, b);
}
