import type { Findings } from './findings.js';
import type { HttpFigures } from './http-comparison.js';
import type { JsonFigures } from './json-comparison.js';
import { markdownTable } from './markdown-table.js';
import { medianRatio } from './statistics.js';
import { isMet, type Target, targets } from './targets.js';
import { workloads } from './workloads.js';

/** Every target of which this run measured the number, and whether it is met. */
export function targetTable(findings: Findings): string {
  const rows = targets.flatMap((target) => {
    const measured = target.measure(findings);
    return measured === undefined ? [] : [targetRow(target, measured)];
  });
  return markdownTable(['target', 'measured', 'wanted', 'mark'], rows);
}

/** Rates, latencies and cost per response, a table for each workload. */
export function httpTables({ http }: Findings): string {
  const head = ['server', 'pets', 'responses/s', 'to floor', 'p50 ms', 'p97.5 ms', 'p99 ms', 'CPU µs/response'];
  return workloads
    .map(({ id, title }) => {
      const rows = http.filter(({ workload }) => workload === id);
      return `### ${title}\n\n${markdownTable(
        head,
        rows.map((row) => httpRow(row, rows)),
      )}`;
    })
    .join('\n\n');
}

export function memoryTable({ memory }: Findings): string {
  const rows = memory.map(({ contender, petCount, atRest, afterLoad }) => [
    contender,
    grouped(petCount),
    grouped(atRest),
    grouped(afterLoad),
  ]);
  return markdownTable(['server', 'pets', 'at rest, MB', 'after the load, MB'], rows);
}

export function startTable({ productMs, bareMs, ratio }: NonNullable<Findings['start']>): string {
  return markdownTable(
    ['server', 'ms', 'to bare'],
    [
      ['petstore-mock, 100 pets', productMs.toFixed(0), ratio.toFixed(2)],
      ['bare node:http', bareMs.toFixed(0), '1.00'],
    ],
  );
}

export function checkTable({ checks }: Findings): string {
  const rows = checks.flatMap(({ level, requests, checkMs, bareMs, ratio }) => [
    [`check --level ${level}`, String(requests), checkMs.toFixed(0), ratio.toFixed(2)],
    ['as many requests in turn', String(requests), bareMs.toFixed(0), '1.00'],
  ]);
  return markdownTable(['program', 'requests', 'ms', 'to bare'], rows);
}

export function mswTable({ productMicroseconds, staticMicroseconds, ratio }: NonNullable<Findings['msw']>): string {
  return markdownTable(
    ['handler', 'µs/response', 'to static'],
    [
      ['petstore-mock', productMicroseconds.toFixed(1), ratio.toFixed(2)],
      ['static', staticMicroseconds.toFixed(1), '1.00'],
    ],
  );
}

export function jsonTable(json: readonly JsonFigures[]): string {
  const rows = json.map(({ title, characters, ownMs, ratio, heldBytes, heldByEngine }) => [
    title,
    grouped(characters / 1_000),
    ownMs.toFixed(ownMs < 1 ? 3 : 1),
    ratio.toFixed(1),
    grouped(heldBytes / 1_000),
    grouped(heldByEngine / 1_000),
  ]);
  return markdownTable(['text', 'kB', 'ms', 'to JSON.parse', 'held, kB', 'by JSON.parse, kB'], rows);
}

export function worldTable({
  freshMs,
  byHandMs,
  ratio,
  resetMs,
  restoreMs,
  kilobytes,
}: NonNullable<Findings['world']>): string {
  return markdownTable(
    ['what', 'ms', 'to by hand', 'kB held'],
    [
      ['createPetstore()', freshMs.toFixed(2), ratio.toFixed(2), kilobytes.toFixed(0)],
      ['by hand', byHandMs.toFixed(2), '1.00', '–'],
      ['reset() after a change', resetMs.toFixed(3), '–', '–'],
      ['snapshot(), a change and restore()', restoreMs.toFixed(3), '–', '–'],
    ],
  );
}

export function manyWorldsTable(figures: NonNullable<Findings['worlds']>): string {
  const { megabytes } = figures;
  return markdownTable(
    ['what', 'measured'],
    [
      ['Opening an isolated world', `${figures.openMs.toFixed(2)} ms`],
      ['Minting its key over HTTP', `${figures.mintMs.toFixed(2)} ms`],
      ['Heap that it holds, just opened', `${figures.kilobytes.toFixed(0)} kB`],
      ['Heap that it holds after its first response', `${figures.usedKilobytes.toFixed(0)} kB`],
      ['Finding the world of a request while there is only the shared one', `${figures.aloneNs.toFixed(0)} ns`],
      ['… with 1,000 others, for a key of the shared one', `${figures.sharedNs.toFixed(0)} ns`],
      ['… with 1,000 others, for a key of one of them', `${figures.isolatedNs.toFixed(0)} ns`],
      [`Responses/s over ${grouped(figures.worlds)} worlds`, grouped(figures.isolatedRate)],
      ['Responses/s of the same load on the shared one', grouped(figures.sharedRate)],
      ['One to the other', ratio(figures.ratio)],
      ...(megabytes === undefined
        ? []
        : [
            ['Resident memory before the worlds were opened', `${grouped(megabytes.before)} MB`],
            [`… with ${grouped(figures.worlds)} of them`, `${grouped(megabytes.opened)} MB`],
            ['… after the load', `${grouped(megabytes.afterLoad)} MB`],
          ]),
    ],
  );
}

export function watchedTable({ watched }: NonNullable<Findings['controlRoom']>): string {
  const rows = watched.map(({ watcher, offered, requestsPerSecond, ratio, p99Ms, cpuMicroseconds }) => [
    offered === undefined ? 'all it takes' : `${grouped(offered)} each second`,
    watcher,
    grouped(requestsPerSecond),
    ratio.toFixed(2),
    p99Ms.toFixed(2),
    cpuMicroseconds === undefined ? '–' : grouped(cpuMicroseconds),
  ]);
  return markdownTable(['load', 'watched by', 'responses/s', 'to nobody', 'p99 ms', 'CPU µs/response'], rows);
}

export function rememberedTable({ memory }: NonNullable<Findings['controlRoom']>): string {
  const rows = memory.map(({ requests, held, resident }) => [
    grouped(requests),
    held.toFixed(1),
    resident === undefined ? '–' : grouped(resident),
  ]);
  return markdownTable(['after so many requests', 'held, MB', 'resident, MB'], rows);
}

export function proxyTable({ proxy }: Findings): string {
  const rows = proxy.map((row) => [
    String(row.connections),
    row.directMs.toFixed(2),
    row.throughMs.toFixed(2),
    row.addedMs.toFixed(2),
    ratio(row.ratio),
    row.directP99Ms.toFixed(2),
    row.throughP99Ms.toFixed(2),
    rate(row.directRate),
    rate(row.throughRate),
  ]);
  const head = ['at a time', 'direct, p50 ms', 'through, p50 ms', 'added ms', 'to direct', 'direct, p99 ms'];
  return markdownTable([...head, 'through, p99 ms', 'direct, responses/s', 'through, responses/s'], rows);
}

export function storeTables(figures: NonNullable<Findings['store']>): string {
  const { added, ordered, fleets } = figures;
  const name = (servers: number) => (servers === 0 ? '1, without a store' : String(servers));
  const micro = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0));
  const rows = fleets.map((row) => [
    row.layout,
    name(row.servers),
    rate(row.requestsPerSecond),
    ratio(row.ratio),
    row.p50Ms.toFixed(2),
    micro(row.cpuMicroseconds),
    row.servers === 0 ? '–' : micro(row.storeCpuMicroseconds),
  ]);
  const head = ['worlds', 'servers', 'responses/s', 'to one without', 'p50 ms', 'CPU µs/response, servers'];
  const costs = [
    ['A request that a server gets: HTTP, order, response', micro(figures.ownMicroseconds)],
    ['The same request at a server that only applies it', micro(figures.otherMicroseconds)],
    ['Handled in process, without HTTP and a store', micro(figures.handleMicroseconds)],
    ['Encoded as an entry', micro(figures.encodeMicroseconds)],
    ['An entry decoded', micro(figures.decodeMicroseconds)],
    ['An entry decoded and applied', micro(figures.foreignMicroseconds)],
  ];
  return [
    markdownTable([...head, 'CPU µs/response, store'], rows, 2),
    markdownTable(
      ['servers, one request at a time', 'p50 ms', 'added ms'],
      added.map(({ servers, p50Ms, addedMs }) => [name(servers), p50Ms.toFixed(2), addedMs.toFixed(2)]),
    ),
    markdownTable(
      ['clients of the store, without HTTP', 'ordered entries/s'],
      ordered.map(({ clients, perSecond }) => [String(clients), grouped(perSecond)]),
    ),
    markdownTable(['what', 'CPU µs'], costs),
  ].join('\n\n');
}

function targetRow(target: Target, measured: number): string[] {
  const write = (value: number) =>
    isFine(target) ? `${value.toFixed(2)}${target.unit}` : `${value.toFixed(0)}${target.unit}`;
  const mark = isMet(target, measured) ? 'met' : 'missed';
  return [target.title, write(measured), `${target.bound} ${write(target.value)}`, mark];
}

function isFine({ unit }: Target): boolean {
  return unit === '×' || unit === ' s' || unit === ' ms';
}

function httpRow(row: HttpFigures, all: readonly HttpFigures[]): string[] {
  const floor = all.find(({ contender, petCount }) => contender === 'floor' && petCount === row.petCount);
  return [
    row.contender,
    grouped(row.petCount),
    rate(row.requestsPerSecond),
    floor === undefined ? '–' : ratio(medianRatio(row.roundRates, floor.roundRates)),
    row.p50Ms.toFixed(2),
    row.p97_5Ms.toFixed(2),
    row.p99Ms.toFixed(2),
    row.cpuMicroseconds === undefined ? '–' : grouped(row.cpuMicroseconds),
  ];
}

function ratio(value: number): string {
  return `${value.toFixed(value < 0.1 ? 4 : 2)}×`;
}

function rate(requestsPerSecond: number): string {
  return requestsPerSecond < 100 ? requestsPerSecond.toFixed(1) : grouped(requestsPerSecond);
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
