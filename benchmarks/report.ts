import type { Effort } from './effort.js';
import type { Findings } from './findings.js';
import { describeMachine } from './machine.js';
import {
  checkTable,
  httpTables,
  jsonTable,
  manyWorldsTable,
  memoryTable,
  mswTable,
  proxyTable,
  rememberedTable,
  startTable,
  storeTables,
  targetTable,
  watchedTable,
  worldTable,
} from './tables.js';

/** Formats the results of a run: the targets first, then the measurements. */
export function report(findings: Findings, effort: Effort): string {
  const { start, checks, http, memory, msw, world, worlds, controlRoom, proxy, store, json } = findings;
  const sections = [
    `## Targets\n\nMeasured on ${describeMachine()}.\n\n${targetTable(findings)}`,
    http.length > 0 &&
      `## Over HTTP\n\nMedians of ${effort.rounds} rounds of ${effort.roundSeconds} s.\n\n${httpTables(findings)}`,
    memory.length > 0 && `## Resident memory\n\n${memoryTable(findings)}`,
    start !== undefined && `## Start to first response\n\nMedians of ${start.runs} runs.\n\n${startTable(start)}`,
    checks.length > 0 &&
      `## A check of the fake\n\nFrom the start of the process to its end, medians of ${effort.checkRuns} runs.\n\n${checkTable(findings)}`,
    world !== undefined &&
      `## A fresh fake\n\nOf 100 pets; medians of ${effort.worldBatches} batches of 20, warm.\n\n${worldTable(world)}`,
    worlds !== undefined &&
      `## Many worlds on one server\n\nOf 100 pets each; ${worlds.worlds} keys with 20 requests each, PATCH and GET in turn, medians of ${effort.rounds} rounds.\n\n${manyWorldsTable(worlds)}`,
    controlRoom !== undefined &&
      `## Watched\n\nPATCH and GET in turn on 100 pets; medians of ${effort.watchedRounds} rounds of ${effort.watchedSeconds} s.\n\n${watchedTable(controlRoom)}\n\n### Memory of the journal\n\n${rememberedTable(controlRoom)}`,
    proxy.length > 0 &&
      `## Through the proxy\n\nGET /inventory of 100 pets; medians of ${effort.rounds} rounds of ${effort.roundSeconds} s.\n\n${proxyTable(findings)}`,
    store !== undefined &&
      `## Many servers, one fake\n\nPATCH and GET in turn on 100 pets, 16 at a time; medians of ${effort.rounds} rounds of ${effort.roundSeconds} s.\n\n${storeTables(store)}`,
    json.length > 0 && `## JSON\n\nMedians of ${effort.jsonRounds} rounds, warm.\n\n${jsonTable(json)}`,
    msw !== undefined && `## In process\n\nMedians of ${effort.mswBatches} batches of 500.\n\n${mswTable(msw)}`,
  ];
  return `${sections.filter((section) => section !== false).join('\n\n')}\n`;
}

/** The page docs/performance.md. */
export function performancePage(findings: Findings, effort: Effort): string {
  return `# Performance

Written by \`npm run bench -- --write\`; all numbers come from one run on one machine. They show how the servers compare, not
how fast yours will be.

${report(findings, effort)}
## How it is measured

- **petstore-mock** is the built command: \`petstore-mock serve --log off --no-assumed\`, with a quota that is never reached.
  **floor** is bare \`node:http\` with the same keys, quotas and headers. It validates the body of a PATCH
  and calls \`JSON.stringify\` for every response. **fastify** and **hono** are what one would write with these frameworks as their
  manuals show it: the same keys, quotas and headers, JSON Schemas that check bodies and write responses with fastify, a middleware and a validator with hono.
  **hand-written** is an afternoon's work: MSW handlers over
  \`@mswjs/data\` behind \`@mswjs/http-middleware\`, without CORS and without most of the checks. All hold the same pets;
  before the first measurement, their responses are compared, and the journal of petstore-mock is seen to be kept.
- Each server runs in a process of its own. All are warmed up, then measured in turn, round by round, there and back. A rate is
  the median of its rounds, a ratio the median of the ratios of two servers in the same round, so that other load on the machine affects both.
- The load comes from autocannon in another process **on the same machine**, over 10 kept connections (2 for a list
  of 100,000 pets). Generator and server take a core each. If a server responds faster than the generator can send, the
  rate is the generator's; *CPU per response*, the processor time of the server alone, still shows the difference.
- The list of petstore-mock is cached between changes; the third workload changes a pet before every list, so it measures the list without the cache.
- *At rest* is after the first list, *after the load* is at the end of all workloads.
- *Start to first response* runs from the start of the process to the end of its first \`GET /inventory\`, the two servers in turn.
- *A check of the fake* runs the built command against a local fake, reports included, in turn with a bare program that requests the
  list the same number of times with \`fetch\`.
- *A fresh fake* is \`createPetstore()\`, against a few lines written by hand: the same records in \`@mswjs/data\` and one handler.
  Memory is the heap that each of 1,000 live fakes holds.
- *Many worlds on one server* mints isolated keys over the admin API, puts the load on all of them and on the shared world in turn, and
  at the end requests the list of every world: it throws if one shows a change that was made in another.
- *Watched* puts the load on one server while nobody watches, while a program reads the event stream of the control room, and while its page is
  open in a headless Chromium **on the same machine**: at full load, generator, server and browser share its cores.
  The offered requests are sent at the
  beginning of each second, the last one included, so a short round has more of them.
  *Memory of the journal* is the memory of one server with a journal of 10,000 exchanges, here updates, and an open event stream; held is what remains after garbage collection.
- *Through the proxy* sends requests to the same fake directly and through \`petstore-mock proxy\`, in turn, over kept connections, each of which sends the next request
  as soon as it has a response. The proxy judges, keeps its journal for the control room and writes a HAR. With 32 at a time, generator,
  proxy and fake share the machine's cores, and a response waits for all that are before it, so compare the rates rather than the milliseconds.
- *Many servers, one fake* starts fleets of servers on one \`redis-server\` **on the same machine**, and measures them and one server without a
  store in turn, round by round. Generator, servers and store share the machine's cores, so compare the CPU per response rather than
  the rates: with more cores, more servers respond at the same time. *Each on all servers*: every connection uses the keys of all
  worlds; *each on one server*: a key always goes to the same server. *A server that only applies* is one of two, of which the other one
  gets all requests. *Ordered entries* are appended and read back without HTTP and a fake, 64 at a time, the best of three.
- *JSON* parses texts that are the worst of their kind with the project's parser and with \`JSON.parse\`, in turn in one process.
  *Held* is the heap that the value keeps after garbage collection.
- *In process* calls MSW's \`getResponse\` with the product's handlers and with one static handler that returns the same headers and body.
`;
}
