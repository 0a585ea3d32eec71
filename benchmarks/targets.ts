import type { CheckFigures, CheckLevel } from './check-comparison.js';
import type { ContenderName } from './contenders.js';
import type { Watcher } from './control-room-comparison.js';
import type { Findings } from './findings.js';
import { medianRatio } from './statistics.js';
import type { Workload } from './workloads.js';

export interface Target {
  readonly title: string;
  readonly bound: 'at least' | 'at most';
  readonly value: number;
  readonly unit: '×' | ' MB' | ' kB' | ' s' | ' ms' | '';
  /** Undefined where the run did not measure it. */
  measure(findings: Findings): number | undefined;
}

/** What this project promises of its speed. */
export const targets: readonly Target[] = [
  {
    title: 'List of 100 pets, against the floor',
    bound: 'at least',
    value: 2.2,
    unit: '×',
    measure: (findings) => ratioOfRates(findings, 'list', ['petstore-mock', 100], ['floor', 100]),
  },
  {
    title: 'List of 100 pets, against the hand-written server',
    bound: 'at least',
    value: 16,
    unit: '×',
    measure: (findings) => ratioOfRates(findings, 'list', ['petstore-mock', 100], ['hand-written', 100]),
  },
  {
    title: 'List of 100 pets, against fastify',
    bound: 'at least',
    value: 1,
    unit: '×',
    measure: (findings) => ratioOfRates(findings, 'list', ['petstore-mock', 100], ['fastify', 100]),
  },
  {
    title: 'PATCH with 100 pets, against fastify',
    bound: 'at least',
    value: 1,
    unit: '×',
    measure: (findings) => ratioOfRates(findings, 'update', ['petstore-mock', 100], ['fastify', 100]),
  },
  {
    title: 'PATCH and GET in turn with 10,000 pets, against the floor',
    bound: 'at least',
    value: 4,
    unit: '×',
    measure: (findings) => ratioOfRates(findings, 'alternate', ['petstore-mock', 10_000], ['floor', 10_000]),
  },
  {
    title: 'PATCH with 100 pets, against the floor',
    bound: 'at least',
    value: 0.85,
    unit: '×',
    measure: (findings) => ratioOfRates(findings, 'update', ['petstore-mock', 100], ['floor', 100]),
  },
  {
    title: 'PATCH with 100,000 pets, against the floor',
    bound: 'at least',
    value: 0.85,
    unit: '×',
    measure: (findings) => ratioOfRates(findings, 'update', ['petstore-mock', 100_000], ['floor', 100_000]),
  },
  {
    title: 'PATCH with 100,000 pets, against 100',
    bound: 'at least',
    value: 0.9,
    unit: '×',
    measure: (findings) => ratioOfRates(findings, 'update', ['petstore-mock', 100_000], ['petstore-mock', 100]),
  },
  {
    title: 'Start to first response, against a bare server',
    bound: 'at most',
    value: 1.8,
    unit: '×',
    measure: ({ start }) => start?.ratio,
  },
  {
    title: 'Check at level write, from start to end',
    bound: 'at most',
    value: 0.35,
    unit: ' s',
    measure: (findings) => seconds(checkAt(findings, 'write')?.checkMs),
  },
  {
    title: 'Requests of a check at level write, messages included',
    bound: 'at most',
    value: 46,
    unit: '',
    measure: (findings) => checkAt(findings, 'write')?.requests,
  },
  {
    title: 'Requests of a check at level read',
    bound: 'at most',
    value: 15,
    unit: '',
    measure: (findings) => checkAt(findings, 'read')?.requests,
  },
  {
    title: 'Resident memory with 100,000 pets, after the load',
    bound: 'at most',
    value: 220,
    unit: ' MB',
    measure: ({ memory }) =>
      memory.find(({ contender, petCount }) => contender === 'petstore-mock' && petCount === 100_000)?.afterLoad,
  },
  {
    title: 'MSW handler in process, against a static one',
    bound: 'at most',
    value: 1.15,
    unit: '×',
    measure: ({ msw }) => msw?.ratio,
  },
  {
    title: 'A fresh fake of 100 pets',
    bound: 'at most',
    value: 2,
    unit: ' ms',
    measure: ({ world }) => world?.freshMs,
  },
  {
    title: 'Opening an isolated world with 100 pets',
    bound: 'at most',
    value: 2,
    unit: ' ms',
    measure: ({ worlds }) => worlds?.openMs,
  },
  {
    title: 'Heap of an isolated world with 100 pets, in use',
    bound: 'at most',
    value: 200,
    unit: ' kB',
    measure: ({ worlds }) => worlds?.usedKilobytes,
  },
  {
    title: 'Responses at 1,000 requests a second with the page open, against nobody watching',
    bound: 'at least',
    value: 0.8,
    unit: '×',
    measure: (findings) => watchedRatio(findings, 'the page in Chromium', 1_000),
  },
  {
    title: 'Responses under full load with the event stream read, against nobody watching',
    bound: 'at least',
    value: 0.8,
    unit: '×',
    measure: (findings) => watchedRatio(findings, 'an event stream', undefined),
  },
  {
    title: 'Memory held after 1,000,000 requests, against 10,000',
    bound: 'at most',
    value: 1.25,
    unit: '×',
    measure: ({ controlRoom }) => {
      const [first, last] = [controlRoom?.memory.at(0), controlRoom?.memory.at(-1)];
      return first === undefined || last === undefined ? undefined : last.held / first.held;
    },
  },
  {
    title: 'What the proxy adds to the median response, one at a time',
    bound: 'at most',
    value: 0.2,
    unit: ' ms',
    measure: ({ proxy }) => proxy.find(({ connections }) => connections === 1)?.addedMs,
  },
  {
    title: 'What a store adds to the median response, one at a time',
    bound: 'at most',
    value: 0.5,
    unit: ' ms',
    measure: ({ store }) => store?.added.find(({ servers }) => servers === 1)?.addedMs,
  },
  {
    title: 'Responses of two servers that are one fake, against one without a store',
    bound: 'at least',
    value: 0.5,
    unit: '×',
    measure: ({ store }) => store?.fleets.find(({ layout, servers }) => layout === 'one world' && servers === 2)?.ratio,
  },
  {
    title: 'CPU of a request to another server, against one of its own',
    bound: 'at most',
    value: 0.25,
    unit: '×',
    measure: ({ store }) => store?.otherToOwn,
  },
  {
    title: 'Parsing the worst JSON, against JSON.parse',
    bound: 'at most',
    value: 10,
    unit: '×',
    measure: ({ json }) => (json.length === 0 ? undefined : Math.max(...json.map(({ ratio }) => ratio))),
  },
];

export function isMet({ bound, value }: Target, measured: number): boolean {
  return bound === 'at least' ? measured >= value : measured <= value;
}

type Entrant = readonly [name: ContenderName, petCount: number];

function ratioOfRates({ http }: Findings, workload: Workload['id'], a: Entrant, b: Entrant): number | undefined {
  const rates = ([name, count]: Entrant) =>
    http.find((row) => row.workload === workload && row.contender === name && row.petCount === count)?.roundRates;
  const [ratesA, ratesB] = [rates(a), rates(b)];
  return ratesA === undefined || ratesB === undefined ? undefined : medianRatio(ratesA, ratesB);
}

function checkAt({ checks }: Findings, level: CheckLevel): CheckFigures | undefined {
  return checks.find((each) => each.level === level);
}

function watchedRatio({ controlRoom }: Findings, watcher: Watcher, offered: number | undefined): number | undefined {
  return controlRoom?.watched.find((row) => row.watcher === watcher && row.offered === offered)?.ratio;
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}
