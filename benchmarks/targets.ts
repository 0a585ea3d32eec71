import type { CheckFigures } from './command-comparisons.js';
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
  readonly unit: '×' | ' MB' | ' kB' | ' s' | ' ms' | '';
  /** Round by round, or one value; undefined where the run did not measure it. */
  measure(findings: Findings): Sample | number | undefined;
}

type Entrant = readonly [name: ContenderName, petCount: number];
const product: Entrant = ['petstore-mock', 100];

/** What this project promises of its speed. */
export const targets: readonly Target[] = [
  rateTarget('List of 100 pets, against the floor', 2.2, 'list', product, ['floor', 100]),
  rateTarget('List of 100 pets, against fastify', 1, 'list', product, ['fastify', 100]),
  rateTarget('PATCH with 100 pets, against the floor', 0.85, 'update', product, ['floor', 100]),
  rateTarget('PATCH with 100 pets, against fastify', 1, 'update', product, ['fastify', 100]),
  rateTarget(
    'PATCH with 100,000 pets, against the floor',
    0.85,
    'update',
    ['petstore-mock', 100_000],
    ['floor', 100_000],
  ),
  rateTarget('PATCH with 100,000 pets, against 100', 0.9, 'update', ['petstore-mock', 100_000], product),
  rateTarget(
    'PATCH and GET in turn with 10,000 pets, against the floor',
    4,
    'alternate',
    ['petstore-mock', 10_000],
    ['floor', 10_000],
  ),
  {
    title: 'p99 of the list of 100 pets at saturation, against the floor',
    ...atMost(1.2, '×'),
    measure: (findings) => compared(findings, 'list', ({ p99Ms }) => p99Ms, product, ['floor', 100]),
  },
  {
    title: 'p99 of PATCH with 100 pets at saturation, against the floor',
    ...atMost(1.2, '×'),
    measure: (findings) => compared(findings, 'update', ({ p99Ms }) => p99Ms, product, ['floor', 100]),
  },
  {
    title: 'Resident memory with 100,000 pets, under load',
    ...atMost(220, ' MB'),
    measure: ({ http = [] }) => {
      const own = http.filter(({ contender, petCount }) => contender === 'petstore-mock' && petCount === 100_000);
      return own.flatMap(({ rounds }) => rounds.map(({ residentMegabytes }) => residentMegabytes));
    },
  },
  {
    title: 'Start to first response, against a bare server',
    ...atMost(1.8, '×'),
    measure: ({ start }) => start && ratios(start.productMs, start.bareMs),
  },
  importTarget('petstore-mock/vitest'),
  importTarget('petstore-mock/node'),
  {
    title: 'Bundle of a page with the worker, minified',
    ...atMost(450, ' kB'),
    measure: ({ start }) => start && start.bundleBytes / 1000,
  },
  {
    title: 'Check at level write, from start to end',
    ...atMost(0.35, ' s'),
    measure: (findings) => checkAt(findings, 'write')?.checkMs.map((ms) => ms / 1000),
  },
  {
    title: 'Requests of a check at level write, messages included',
    ...atMost(120, ''),
    measure: (findings) => checkAt(findings, 'write')?.requests,
  },
  {
    title: 'Requests of a check at level read',
    ...atMost(15, ''),
    measure: (findings) => checkAt(findings, 'read')?.requests,
  },
  {
    title: 'MSW handler in process, against a static one',
    ...atMost(1.15, '×'),
    measure: ({ msw }) => msw && ratios(msw.productMicroseconds, msw.staticMicroseconds),
  },
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
  {
    title: 'CPU of a request to another server, against one of its own',
    ...atMost(0.25, '×'),
    measure: ({ store }) => store && ratios(store.otherMicroseconds, store.ownMicroseconds),
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

function importTarget(what: string): Target {
  return {
    title: `import '${what}'`,
    ...atMost(120, ' ms'),
    measure: ({ start }) => {
      const [nothing] = start?.imports ?? [];
      const own = start?.imports.find((each) => each.what === what);
      return nothing && own && differences(own.ms, nothing.ms);
    },
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

function checkAt({ check }: Findings, level: CheckFigures['level']): CheckFigures | undefined {
  return check?.find((each) => each.level === level);
}
