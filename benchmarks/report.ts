import type { Effort } from './effort.js';
import type { Findings } from './findings.js';
import { describeMachine } from './machine.js';
import {
  checkTable,
  httpTables,
  manyWorldsTable,
  memoryTable,
  mswTable,
  proxyTable,
  rememberedTable,
  startTable,
  targetTable,
  watchedTable,
  worldTable,
} from './tables.js';

/** What a run found: the targets first, then the numbers they rest on. */
export function report(findings: Findings, effort: Effort): string {
  const { start, checks, http, memory, msw, world, worlds, controlRoom, proxy } = findings;
  const sections = [
    `## Targets\n\nMeasured on ${describeMachine()}.\n\n${targetTable(findings)}`,
    http.length > 0 &&
      `## Over HTTP\n\nMedians of ${effort.rounds} rounds of ${effort.roundSeconds} s.\n\n${httpTables(findings)}`,
    memory.length > 0 && `## Resident memory\n\n${memoryTable(findings)}`,
    start !== undefined && `## Start to first answer\n\nMedians of ${start.runs} runs.\n\n${startTable(start)}`,
    checks.length > 0 &&
      `## A check of the fake\n\nFrom the start of the process to its end, medians of ${effort.checkRuns} runs.\n\n${checkTable(findings)}`,
    world !== undefined &&
      `## A fresh fake\n\nOf 100 pets; medians of ${effort.worldBatches} batches of 20, warm.\n\n${worldTable(world)}`,
    worlds !== undefined &&
      `## Many worlds on one server\n\nOf 100 pets each; ${worlds.worlds} keys with 20 requests each, PATCH and GET in turn, medians of ${effort.rounds} rounds.\n\n${manyWorldsTable(worlds)}`,
    controlRoom !== undefined &&
      `## Watched\n\nPATCH and GET in turn on 100 pets; medians of ${effort.watchedRounds} rounds of ${effort.watchedSeconds} s.\n\n${watchedTable(controlRoom)}\n\n### What is remembered\n\n${rememberedTable(controlRoom)}`,
    proxy.length > 0 &&
      `## Through the proxy\n\nGET /inventory of 100 pets; medians of ${effort.rounds} rounds of ${effort.roundSeconds} s.\n\n${proxyTable(findings)}`,
    msw !== undefined && `## In process\n\nMedians of ${effort.mswBatches} batches of 500.\n\n${mswTable(msw)}`,
  ];
  return `${sections.filter((section) => section !== false).join('\n\n')}\n`;
}

/** The page docs/performance.md. */
export function performancePage(findings: Findings, effort: Effort): string {
  return `# Performance

Written by \`npm run bench -- --write\`; all numbers come from one run on one machine. They say how the servers compare, not
how fast yours will be.

${report(findings, effort)}
## How it is measured

- **petstore-mock** is the built command: \`petstore-mock serve --log off --no-assumed\`, its quota out of the way.
  **floor** is bare \`node:http\` that knows the same keys, counts the same requests, sends the same headers, checks what a PATCH
  brings and calls \`JSON.stringify\` for every answer. **hand-written** is what one would write in an afternoon: MSW handlers over
  \`@mswjs/data\` behind \`@mswjs/http-middleware\`, without CORS and without most of the checks. All three hold the same pets;
  before the first number is taken, their answers are compared.
- Each server runs in a process of its own. All are warmed up, then measured in turn, round by round, there and back. A rate is
  the median of its rounds, a ratio the median of what two servers did in the same round: what else the machine was doing then, it did to both.
- The load comes from autocannon in another process **on the same machine**, over 10 kept connections (2 where a list
  of 100,000 pets is asked for). Generator and server take a core each. Where a server answers faster than the generator can ask, the
  rate is the generator's: *CPU per answer*, the processor time of the server alone, shows what is left of it.
- The list of petstore-mock is cached between changes; the third workload changes a pet before every list and so shows it without.
- *At rest* is after the first list, *after the load* is at the end of all workloads.
- *Start to first answer* runs from the start of the process to the end of its first \`GET /inventory\`, the two servers in turn.
- *A check of the fake* runs the built command against a local fake, reports included, in turn with a bare program that asks for the
  list as many times with \`fetch\`.
- *A fresh fake* is \`createPetstore()\`, against the few lines that one would write by hand: the same records in \`@mswjs/data\` and one handler.
  Memory is the heap that each of 1,000 live fakes holds.
- *Many worlds on one server* mints isolated keys over the admin API, puts the load on all of them and on the shared world in turn, and
  at the end asks every world for its list: it throws where one shows a change that was made in another.
- *Watched* puts the load on one server while nobody looks, while a program reads the event stream of the control room, and while its page is
  open in a headless Chromium **on the same machine**: at full load, generator, server and browser share its cores.
  The offered requests are sent at the
  beginning of each second, the last one's included, which makes more of them in a short round.
  *What is remembered* is the memory of one server that keeps its journal of 10,000 exchanges, here updates, and tells of them in an event stream: held is what is left once the garbage is gone.
- *Through the proxy* asks the same fake directly and through \`petstore-mock proxy\`, in turn, over kept connections, each of which asks again
  as soon as it has its answer. The proxy judges, keeps its journal for the control room and writes a HAR. With 32 at a time, generator,
  proxy and fake share the machine's cores, and an answer waits for all that are before it: there the rates say more than the milliseconds.
- *In process* calls MSW's \`getResponse\` with the product's handlers and with one static handler that returns the same headers and body.
`;
}
