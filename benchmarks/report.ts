import type { Effort } from './effort.js';
import { describeMachine, markdownTable } from './machine.js';
import type { Findings } from './parts.js';
import { workloads } from './product.js';
import { differences, median, medianInterval, ratios, type Sample } from './statistics.js';
import { mark, roundsOf, targets } from './targets.js';

type Found<Part extends keyof Findings> = NonNullable<Findings[Part]>;

/** Formats the results of a run: the targets first, then the measurements. */
export function report(findings: Findings, effort: Effort): string {
  const { start, check, http, msw, proxy, store } = findings;
  const rounds = `medians of ${effort.rounds} rounds of ${effort.roundSeconds} s`;
  const sections = [
    `## Targets\n\nMeasured on ${describeMachine()}.\n\n${targetTable(findings)}`,
    http && `## Over HTTP: ${rounds}\n\n${httpTables(http)}\n\n## Resident memory\n\n${memoryTable(http)}`,
    proxy && `## Through the proxy\n\nGET /inventory of 100 pets; ${rounds}.\n\n${proxyTable(proxy)}`,
    start && `## Start\n\nMedians of ${effort.startRuns} runs.\n\n${startTable(start)}`,
    check &&
      `## A check of the fake\n\nFrom the start of the process to its end, medians of ${effort.checkRuns} runs.\n\n${checkTable(check)}`,
    msw && `## In process\n\nMedians of ${effort.mswBatches} batches of 500.\n\n${mswTable(msw)}`,
    store && `## Many servers, one fake\n\nPATCH and GET in turn on 100 pets; ${rounds}.\n\n${storeTables(store)}`,
  ];
  return `${sections.filter((section) => section !== undefined).join('\n\n')}\n`;
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

/** Rates, latencies and cost per response, a table for each workload. */
function httpTables(http: Found<'http'>): string {
  const head = ['server', 'pets', 'responses/s', 'to floor', 'p50 ms', 'p97.5 ms', 'p99 ms'];
  const measured = workloads.filter(({ id }) => http.some(({ workload }) => workload === id));
  const tables = measured.map(({ id, title }) => {
    const group = http.filter(({ workload }) => workload === id);
    const rows = group.map(({ contender, petCount, rounds }) => {
      const floor = group.find((row) => row.contender === 'floor' && row.petCount === petCount)?.rounds ?? [];
      const of = (read: (round: (typeof rounds)[number]) => number) => show(rounds.map(read));
      return [
        contender,
        figure(petCount),
        of(({ rate }) => rate),
        times(ratios(rates(rounds), rates(floor))),
        of(({ p50Ms }) => p50Ms),
        of(({ p97_5Ms }) => p97_5Ms),
        of(({ p99Ms }) => p99Ms),
        show(cpu(rounds)),
        times(ratios(cpu(floor), cpu(rounds))),
      ];
    });
    return `### ${title}\n\n${markdownTable([...head, 'CPU µs/response', 'to floor by CPU'], rows)}`;
  });
  return tables.join('\n\n');
}

function memoryTable(http: Found<'http'>): string {
  const name = ({ contender, petCount }: (typeof http)[number]) => `${contender} ${petCount}`;
  const rows = [...new Set(http.map(name))].map((server) => {
    const own = http.filter((row) => name(row) === server);
    const megabytes = own.flatMap(({ rounds }) => rounds.map(({ residentMegabytes }) => residentMegabytes));
    const [{ contender = '', petCount = 0, megabytesAtRest = Number.NaN } = {}] = own;
    return [contender, figure(petCount), figure(megabytesAtRest), show(megabytes), figure(Math.max(...megabytes))];
  });
  return markdownTable(['server', 'pets', 'at rest, MB', 'under load, MB', 'highest, MB'], rows);
}

function startTable({ productMs, bareMs, imports, bundleBytes }: Found<'start'>): string {
  const [nothing] = imports;
  const importRows = imports.slice(1).map(({ what, ms }) => {
    return [`import '${what}'`, show(differences(ms, nothing?.ms ?? [])), '–'];
  });
  const starts = [
    ['petstore-mock, 100 pets', show(productMs), times(ratios(productMs, bareMs))],
    ['bare node:http', show(bareMs), times([1])],
    ...importRows,
  ];
  const table = markdownTable(['what', 'ms', 'to bare'], starts);
  return `${table}\n\nMinified, the bundle of a page with the worker has ${figure(Math.round(bundleBytes / 1000))} kB.`;
}

function checkTable(checks: Found<'check'>): string {
  const rows = checks.flatMap(({ level, requests, checkMs, bareMs }) => [
    [`check --level ${level}`, figure(requests), show(checkMs), times(ratios(checkMs, bareMs))],
    ['as many requests in turn', figure(requests), show(bareMs), times([1])],
  ]);
  return markdownTable(['program', 'requests', 'ms', 'to bare'], rows);
}

function mswTable({ productMicroseconds, staticMicroseconds }: Found<'msw'>): string {
  const rows = [
    ['petstore-mock', show(productMicroseconds), times(ratios(productMicroseconds, staticMicroseconds))],
    ['static', show(staticMicroseconds), times([1])],
  ];
  return markdownTable(['handler', 'µs/response', 'to static'], rows);
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
