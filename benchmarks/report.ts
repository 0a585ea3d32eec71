import type { Effort } from './effort.js';
import { describeMachine, markdownTable } from './machine.js';
import type { Findings } from './parts.js';
import { workloads } from './product.js';
import { differences, median, medianInterval, ratios, type Sample } from './statistics.js';
import { mark, roundsOf, targets } from './targets.js';

type Found<Part extends keyof Findings> = NonNullable<Findings[Part]>;

/** Formats the results of a run: the targets first, then the measurements. */
export function report(findings: Findings, effort: Effort): string {
  const { start, check, http, proxy, store } = findings;
  const rounds = `Medians of ${effort.rounds} rounds of ${effort.roundSeconds} s`;
  const processes = [start && startRows(start), check && checkRows(check)].flatMap((rows) => rows ?? []);
  const sections = [
    `### Targets\n\nMeasured on ${describeMachine()}.\n\n${targetTable(findings)}`,
    processes.length > 0 &&
      `### Whole processes\n\nMedians of ${effort.startRuns} runs, of a check ${effort.checkRuns}.\n\n${markdownTable(['what', 'ms', 'compared'], processes)}`,
    http && `### Over HTTP\n\n${rounds}.\n\n${httpTable(http)}`,
    proxy && `### Through the proxy\n\nGET /inventory of 100 pets. ${rounds}.\n\n${proxyTable(proxy)}`,
    store && `### Many servers, one fake\n\nPATCH and GET in turn on 100 pets. ${rounds}.\n\n${storeTables(store)}`,
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

/** Every target that this run measured, and whether it is met. */
function targetTable(findings: Findings): string {
  const rows = targets.flatMap((target) => {
    const rounds = roundsOf(target, findings);
    if (rounds === undefined) return [];
    const { title, bound, value, unit } = target;
    const [low, high] = medianInterval(rounds);
    const interval = low === high ? '–' : `${figure(low)} … ${figure(high)}`;
    return [[title, `${show(rounds)}${unit}`, interval, `${bound} ${figure(value)}${unit}`, mark(target, rounds)]];
  });
  return markdownTable(['target', 'measured', 'interval', 'wanted', 'mark'], rows);
}

/** Rates, latencies and cost per response. */
function httpTable(http: Found<'http'>): string {
  const rows = http.map(({ workload, contender, petCount, rounds }) => {
    const isFloor = (row: (typeof http)[number]) => row.contender === 'floor' && row.petCount === petCount;
    const floor = http.find((row) => row.workload === workload && isFloor(row))?.rounds ?? [];
    const of = (read: (round: (typeof rounds)[number]) => number) => show(rounds.map(read));
    return [
      workloads.find(({ id }) => id === workload)?.title ?? workload,
      contender,
      figure(petCount),
      of(({ rate }) => rate),
      times(ratios(rates(rounds), rates(floor))),
      of(({ p50Ms }) => p50Ms),
      of(({ p99Ms }) => p99Ms),
      show(cpu(rounds)),
      of(({ residentMegabytes }) => residentMegabytes),
    ];
  });
  const head = ['requests', 'server', 'pets', 'responses/s', 'to floor', 'p50 ms', 'p99 ms', 'CPU µs/response', 'MB'];
  return markdownTable(head, rows, 2);
}

function startRows({ productMs, bareMs, imports }: Found<'start'>): string[][] {
  const to = (what: keyof typeof imports) => times(ratios(imports[what], imports['msw/node']));
  return [
    ['a process that imports nothing', show(imports.nothing), to('nothing')],
    ["import 'msw/node'", show(imports['msw/node']), to('msw/node')],
    ["import 'petstore-mock/node'", show(imports['petstore-mock/node']), to('petstore-mock/node')],
    ["import 'vitest'", show(imports.vitest), to('vitest')],
    ["import 'petstore-mock/vitest'", show(imports['petstore-mock/vitest']), to('petstore-mock/vitest')],
    ['serve with 100 pets, to the first response', show(productMs), times(ratios(productMs, bareMs))],
    ['bare node:http, to the first response', show(bareMs), times([1])],
  ];
}

function checkRows({ requests, checkMs, bareMs }: Found<'check'>): string[][] {
  return [
    [`check --level write, ${requests} requests`, show(checkMs), times(ratios(checkMs, bareMs))],
    ['as many requests in turn', show(bareMs), times([1])],
  ];
}

function proxyTable(proxy: Found<'proxy'>): string {
  const rows = proxy.map(({ connections, direct, through }) => {
    const p50 = [direct, through].map((rounds) => rounds.map(({ p50Ms }) => p50Ms)) as [number[], number[]];
    return [
      figure(connections),
      show(p50[0]),
      show(p50[1]),
      show(differences(p50[1], p50[0])),
      show(direct.map(({ p99Ms }) => p99Ms)),
      show(through.map(({ p99Ms }) => p99Ms)),
      show(rates(direct)),
      show(rates(through)),
      times(ratios(rates(through), rates(direct))),
    ];
  });
  const head = ['at a time', 'direct, p50 ms', 'through, p50 ms', 'added ms', 'direct, p99 ms', 'through, p99 ms'];
  return markdownTable([...head, 'direct, responses/s', 'through, responses/s', 'to direct'], rows);
}

function storeTables(figures: Found<'store'>): string {
  const { fleets } = figures;
  const rows = fleets.map(({ layout, servers, rounds }) => {
    const alone = fleets.find((row) => row.layout === layout && row.servers === 0)?.rounds ?? [];
    return [
      layout,
      servers === 0 ? '1, without a store' : figure(servers),
      show(rates(rounds)),
      times(ratios(rates(rounds), rates(alone))),
      show(rounds.map(({ p50Ms }) => p50Ms)),
      show(rounds.map(({ serversMicroseconds }) => serversMicroseconds)),
      servers === 0 ? '–' : show(rounds.map(({ storeMicroseconds }) => storeMicroseconds)),
    ];
  });
  const head = ['requests', 'servers', 'responses/s', 'to one without', 'p50 ms', 'CPU µs/response, servers'];
  const costs = [
    ['A request that a server gets: HTTP, order, response', show(figures.ownMicroseconds)],
    ['The same request at a server that only applies it', show(figures.otherMicroseconds)],
  ];
  return [markdownTable([...head, 'CPU µs/response, store'], rows, 2), markdownTable(['what', 'CPU µs'], costs)].join(
    '\n\n',
  );
}

function rates(rounds: readonly { readonly rate: number }[]): Sample {
  return rounds.map(({ rate }) => rate);
}

/** Of the one server that was watched. */
function cpu(rounds: readonly { readonly cpuMicroseconds: readonly number[] }[]): Sample {
  return rounds.map(({ cpuMicroseconds: [own = Number.NaN] }) => own);
}

function times(sample: Sample): string {
  return sample.some(Number.isNaN) ? '–' : `${figure(median(sample), 2)}×`;
}

/** The median. */
function show(sample: Sample): string {
  return figure(median(sample));
}

/** Writes a number with about three digits that count. */
function figure(value: number, digits = value < 10 ? 2 : 1): string {
  if (Number.isNaN(value)) return '–';
  if (Number.isInteger(value) || value >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) < 0.1 ? 4 : digits);
}
